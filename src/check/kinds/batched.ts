import type { RequestDraft } from '../../http/draft.ts'
import type { Attempt } from '../circumstances/attempt.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'

/** The number of invalid requests that share a pair of controls, unless a run has few requests. */
export const batchSize = 32

/** The most invalid payments that share a pair of controls, and one look at what they left behind. */
export const largestBatch = 120

/**
 * Invalid requests to an operation whose control costs money. Those of all checks are sent together, so that one pair
 * of controls serves as many of them as possible.
 */
export interface Batched {
  subject: Subject
  /** The number of invalid requests that share a pair of controls, `batchSize` by default. */
  size?: number
  /** Set if the check also sends the cases as other requests with a body, which cost nothing in circumstances. */
  isTriedElsewhere: boolean
  /**
   * Returns the value of each case, in order, by the seed of the check. Values have to be JSON, so that a replay can name
   * one. Their number does not depend on the seed. If values are named, these are the cases, as far as the check has them.
   */
  cases: (seed: number, named?: readonly unknown[]) => readonly unknown[]
  /** Prepares further controls, which cost nothing. */
  controls: (session: Session) => Promise<RequestDraft[]>
  /**
   * Sends the case that is made from the valid request `draft`, and records it behind `batch`. Returns an attempt that
   * can be sent in other circumstances too.
   */
  send: (session: Session, draft: RequestDraft, given: unknown, batch: number) => Promise<Attempt | undefined>
}
