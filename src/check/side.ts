import type { OperationId } from '../core/operations.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Session } from './session.ts'

/**
 * A place that shows what requests of one operation have created, such as the list of outgoing payments. A refused
 * request must leave no trace there. Subjects can get further places without a change to the side-effect check.
 */
export interface Side {
  /** The name in words, such as `the list of outgoing payments`. */
  name: string
  /** The operation whose requests create what the place shows. */
  of: OperationId
  /** The requirement that is broken if the result of a refused request shows up there. */
  requirement: string
  /** The number of requests that one look takes if the list is not long. */
  requests: number
  /** Opens the place once in a run for each subject. Each call of the returned function looks once. */
  open: () => Look
  /** Returns true if a resource may be the result of this request. */
  resembles: (session: Session, asked: RequestDraft, shown: Record<string, unknown>) => boolean
}

/** Reads as far as `made`, which has just been created. Returns undefined if nothing can be read. */
export type Look = (session: Session, made: string) => Promise<SideView | undefined>

/** The resources that a place shows at one moment, by id. */
export interface SideView {
  answer: Answer
  shown: ReadonlyMap<string, Record<string, unknown>>
}
