import type { Status } from '../core/verdict.ts'
import type { Cell } from './cells.ts'

/** A fault that is to be tried. */
export interface Task {
  fault: string
  /** Requirements whose checks, or checks; all if empty. */
  only: readonly string[]
  /** What to go on to, in turn, as long as nothing detects it. */
  otherwise?: ReadonlyArray<readonly string[]>
  /** Tries each of these checks to its end, also once another one has detected the fault. */
  everyCheck?: boolean
  /** Over sockets and in real time; else in process, in virtual time. */
  wire: boolean
}

/** What came of it. */
export interface Tried extends Task {
  /** By check; those that passed have none. */
  cells: Record<string, Cell>
  /** Of a fault under a condition: how often the condition held when it mattered. */
  held?: number
  /** No answer differed from the strict mock's. */
  sameAnswers: boolean
  exchanges: number
  milliseconds: number
  /** What the harness or the mock itself got wrong. */
  errors: string[]
}

/** What the strict mock got, in process, from the selected checks. */
export interface Strict {
  statuses: Record<string, Status>
  /** A second run got the same answers, byte for byte: only then does a difference say something. */
  repeatable: boolean
  exchanges: number
  milliseconds: number
  errors: string[]
}
