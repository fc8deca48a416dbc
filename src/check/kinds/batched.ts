import type { RequestDraft } from '../../http/draft.ts'
import type { Attempt } from '../circumstances/attempt.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'

/** How many invalid requests share a pair of controls. */
export const batchSize = 24

/**
 * Invalid requests to an operation whose control costs money. Those of all checks are sent together, so that one pair
 * of controls serves as many as may be.
 */
export interface Batched {
  subject: Subject
  /** What each of them is tried with, in order: JSON, so that a replay can name one. */
  cases: readonly unknown[]
  /** Further controls, which cost nothing. */
  controls: (session: Session) => Promise<RequestDraft[]>
  /**
   * Sends the case made from the whole request `draft`, and observes it behind `batch`. Gives what can be sent in other
   * circumstances too.
   */
  send: (session: Session, draft: RequestDraft, given: unknown, batch: number) => Promise<Attempt | undefined>
}
