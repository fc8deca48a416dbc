import type { HttpRequest } from '../../core/http-request.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Expectation } from '../expectation.ts'
import type { Given } from '../given.ts'
import type { Needs, Supplied } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'

/** A request that is invalid in one way, and what is claimed of it. */
export interface Refused<N extends Needs, T> {
  id: string
  title: string
  /** A fault of the mock that it must notice: the proof that it can fail. */
  detects: string
  /** The whole requests that are invalid, one after the other. Each is also its own control. */
  on: readonly Subject[]
  needs?: N
  cases?: Given<T>
  /** One change before signing: another token, other components, another body. */
  mutate?: (
    draft: RequestDraft,
    given: T,
    needs: Supplied<N>,
    session: Session,
  ) => RequestDraft | Promise<RequestDraft>
  /** Another change instead, tried if the answer to the first says that it was not what the row is about. */
  mutateAgain?: (draft: RequestDraft) => RequestDraft
  /** Requests that `mutate` sends for each case. */
  sends?: number
  /** One change after signing. */
  tamper?: (message: HttpRequest, given: T, needs: Supplied<N>) => HttpRequest
  /** A further control, where the subject's own request does not show that what is used instead is good. */
  alsoControl?: (needs: Supplied<N>, session: Session) => RequestDraft
  expect: Expectation
  exercises?: true
}

/** The same with its cases filled in. */
export interface RefusedCases<N extends Needs, T> extends Refused<N, T> {
  cases: Given<T>
}
