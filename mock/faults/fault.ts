import type { FunctionName, NamedChange } from '../changes/change.ts'
import { type FunctionOf, type Instead, replacing } from '../changes/replacing.ts'
import type { OperationId } from '../core/operations.ts'
import type { Behaviour } from '../state/world.ts'

/** A deliberate defect of the mock, switched on by name. */
export interface Fault extends NamedChange {
  /** The requirement that a mock with this fault breaks. */
  breaks: string
  source: 'guard' | 'comparison' | 'answer' | 'behaviour' | 'field-notes'
  /** The place where a real server had this defect, such as `rafiki #655`. */
  reference?: string
  /** The reason why no answer of the mock can differ, or undefined if some answer can. */
  equivalent?: string
  /** The transformation of the strict mock that makes the fault. Only needed if its other members do not imply it. */
  transformation?: Transformation
  /** The operations on which it shows. Only needed if its other members do not imply them. */
  operations?: readonly OperationId[]
  /** The wrong field of an answer, if the fault is one. The path lists names from the outside in. */
  shows?: { operation: OperationId; path: readonly string[] }
  /**
   * Functions that behave correctly and only collect what the other functions need. A condition does not restrict them.
   */
  learns?: readonly FunctionName[]
  /** Conditions that exclude this fault, because what it needs is missing under them. */
  never?: readonly string[]
  /**
   * Further requirements that the fault breaks: of other fields, or of consistency, if its responses contradict each
   * other because it shows only sometimes.
   */
  contradicts?: readonly string[]
  /** The id of another fault that the same requests reveal. */
  like?: string
  /** Guards that misbehave, although none of them is left out. */
  guards?: readonly string[]
}

/** A fault as its definition states it. The source is `behaviour` unless the definition names another. */
export type Defect = Omit<Fault, 'source'> & Partial<Pick<Fault, 'source'>>

type FaultRow<G extends keyof Behaviour, N extends keyof Behaviour[G]> = Omit<Defect, 'override'> &
  Instead<FunctionOf<G, N>>

/** Makes a fault that replaces one function. */
export function faultBy<G extends keyof Behaviour, N extends keyof Behaviour[G]>(
  group: G,
  name: N,
  { by, gives, takes, ...defect }: FaultRow<G, N>,
): Defect {
  return { ...defect, override: replacing(group, name, { by, gives, takes }) }
}

/** Makes something of each row of a table of ids. */
export function byId<Row extends { id: string }, Made>(
  make: (row: Row) => Made,
  rows: Readonly<Record<string, Omit<Row, 'id'>>>,
): Made[] {
  return Object.entries(rows).map(([id, row]) => make({ id, ...row } as Row))
}

/** Makes faults, by their ids, that each replace the same function in a different way. */
export function faultsBy<G extends keyof Behaviour, N extends keyof Behaviour[G]>(
  group: G,
  name: N,
  rows: Readonly<Record<string, Omit<FaultRow<G, N>, 'id'>>>,
): Defect[] {
  return byId((row: FaultRow<G, N>) => faultBy(group, name, row), rows)
}

/** The ways to make a fault from the strict mock. */
export const transformations = [
  'left out',
  'weaker than equality',
  'after the work',
  'remembered',
  'refusing too much',
  'field of an answer',
  'replaced function',
] as const
export type Transformation = (typeof transformations)[number]

/** Returns the transformation that a fault states. By default, the members of the fault imply it. */
export function transformationOf({
  transformation,
  source,
  without,
  extraGuards: further,
}: Fault): Transformation {
  if (transformation) return transformation
  if (source === 'answer') return 'field of an answer'
  if (source === 'comparison') return 'weaker than equality'
  if (without && without.length > 0) return 'left out'
  return further ? 'refusing too much' : 'replaced function'
}
