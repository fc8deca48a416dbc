import type { OperationId } from '../core/operations.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Session } from './session.ts'

/**
 * A place that shows what requests of one operation have made, such as the list of outgoing payments. A refused request
 * must leave no trace there. More places can be added to a subject without touching the mechanism that looks.
 */
export interface Side {
  /** In words: `the list of outgoing payments`. */
  name: string
  /** The operation whose requests it is about. */
  of: OperationId
  /** What is broken if a refused request shows there. */
  requirement: string
  /** The requests that one look takes, of a list that is not long. */
  requests: number
  /** Opened once in a run for each subject; what it gives looks once. */
  open: () => Look
  /** Whether a resource may be what this request asked for. */
  resembles: (session: Session, asked: RequestDraft, shown: Record<string, unknown>) => boolean
}

/** Reads as far as `made`, which has just been created; undefined if nothing can be read. */
export type Look = (session: Session, made: string) => Promise<SideSight | undefined>

/** What a side shows at one moment, by id. */
export interface SideSight {
  answer: Answer
  shown: ReadonlyMap<string, Record<string, unknown>>
}
