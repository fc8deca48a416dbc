import type { FunctionName, NamedChange } from '../changes/change.ts'
import { type FunctionOf, type Instead, replacing } from '../changes/replacing.ts'
import type { OperationId } from '../core/operations.ts'
import type { Behaviour } from '../state/world.ts'

/** One deliberate defect of the mock, switched on by name. */
export interface Fault extends NamedChange {
  /** The requirement that a mock with this fault does not keep. */
  breaks: string
  source: 'guard' | 'comparison' | 'answer' | 'behaviour' | 'field-notes'
  /** Where a real server had it, such as `rafiki #655`. */
  reference?: string
  /** Why no answer of the mock can differ, where that is so. */
  equivalent?: string
  /** How it is made of the strict mock, if its parts do not show it. */
  transformation?: Transformation
  /** The operations on which it shows, if its parts do not tell. */
  operations?: readonly OperationId[]
  /** The field of an answer that is wrong, if it is one: names from the outside in. */
  shows?: { operation: OperationId; path: readonly string[] }
  /** Functions that are right and only learn what the others have to know: no condition keeps them from it. */
  learns?: readonly FunctionName[]
  /** Conditions under which it cannot show, since they lack what it needs. */
  never?: readonly string[]
  /** What else it breaks because it shows only sometimes, which the others then contradict. */
  contradicts?: readonly string[]
  /** Another fault that the same requests show. */
  like?: string
  /** Guards that are wrong, though none of them is left out. */
  guards?: readonly string[]
}

/** A fault as it is written down: one of behaviour, unless it says otherwise. */
export type Defect = Omit<Fault, 'source'> & Partial<Pick<Fault, 'source'>>

type FaultRow<G extends keyof Behaviour, N extends keyof Behaviour[G]> = Omit<Defect, 'override'> &
  Instead<FunctionOf<G, N>>

/** Faults that differ in what they put in the place of one function. */
export function faultsBy<G extends keyof Behaviour, N extends keyof Behaviour[G]>(
  group: G,
  name: N,
  rows: ReadonlyArray<FaultRow<G, N>>,
): Defect[] {
  return rows.map(({ by, gives, takes, ...defect }) => ({
    ...defect,
    override: replacing(group, name, { by, gives, takes }),
  }))
}

/** How a fault is made of the strict mock. */
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

/** What a fault says of itself, else what its parts show. */
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
