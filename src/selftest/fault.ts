import { createHash } from 'node:crypto'
import type { killMatrix } from '../formats/kill-matrix.ts'
import type { Static } from '../formats/schema.ts'
import type { Cell } from './cells.ts'

type MatrixFault = Static<typeof killMatrix>['rows'][number]

/** A deliberate defect of the reference server, as the kill matrix knows it. */
export type Fault = Pick<
  MatrixFault,
  'id' | 'breaks' | 'says' | 'source' | 'reference' | 'equivalent' | 'conditional'
>

/** A condition that a fault is put under, and how that is done. */
export type Conditional = NonNullable<MatrixFault['conditional']>

/** The origin of a fault. The figures count each origin separately. */
export type Source = MatrixFault['source']

export const sourceInWords: Record<Source, string> = {
  guard: 'guards left out',
  comparison: 'weaker comparisons',
  answer: 'fields of answers',
  behaviour: 'by hand',
  'field-notes': 'seen in the field',
}

export const sources = Object.keys(sourceInWords) as Source[]

/** A fault to be tried. */
export interface Task {
  fault: string
  /** Checks, or requirements whose checks are meant. All checks if empty. */
  only: readonly string[]
  /** Selections of checks to run next, in order, until one of them detects the fault. */
  otherwise?: ReadonlyArray<readonly string[]>
  /** Runs each of these checks to its end, even after another one has detected the fault. */
  everyCheck?: boolean
  /** Uses sockets and real time if true; otherwise everything runs in process, in virtual time. */
  wire: boolean
}

/** The result of a task. */
export interface Tried extends Task {
  /** Cells by check. A check that passed has none. */
  cells: Record<string, Cell>
  /** The number of times that the fault's condition held when it mattered. Undefined if the fault has no condition. */
  held?: number
  /** Set if no response differed from the strict mock's. */
  sameAnswers: boolean
  exchanges: number
  /** Errors of the harness or of the mock itself. */
  errors: string[]
}

/** The results of the strict mock, in process, with the selected checks. */
export type Strict = Static<typeof killMatrix>['strict']

/**
 * Draws a share of the things by a seed. A hash decides the order, so it does not depend on how many others there are.
 */
export function sample<T extends { id: string }>(things: readonly T[], share: number, seed: number): T[] {
  const most = Math.ceil(things.length * share)
  const chosen = new Set(inSampleOrder(things, seed).slice(0, most))
  return things.filter((thing) => chosen.has(thing))
}

export function inSampleOrder<T extends { id: string }>(things: readonly T[], seed: number): T[] {
  return things
    .map((thing) => ({ thing, lot: createHash('sha256').update(`${seed} ${thing.id}`).digest('hex') }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ thing }) => thing)
}
