import type { Forgery } from '../../catalogue/forgeries.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Given } from '../cases/given.ts'
import type { Expectation } from '../expectation.ts'
import type { Needs, Supplied } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { CheckHead } from './head.ts'

/** A request that is invalid in one way, and the response that is expected. */
export interface Refused<N extends Needs, T> extends CheckHead {
  /** The valid requests that are made invalid. Each is also its own control. */
  on: readonly Subject[]
  needs?: N
  cases?: Given<T>
  /** The entries of spec/forgeries.yaml that the cases are made from. */
  forgeries?: readonly Forgery[]
  /** Makes one change before signing: another token, other components, another body. */
  mutate?: (
    draft: RequestDraft,
    given: T,
    needs: Supplied<N>,
    session: Session,
  ) => RequestDraft | Promise<RequestDraft>
  /** Makes another change instead, if the first answer says that the request was not what the row is about. */
  mutateAgain?: (draft: RequestDraft) => RequestDraft
  /** The number of requests that `mutate` sends for each case. */
  sends?: number
  /** Makes one change after signing. */
  tamper?: (message: HttpRequest, given: T, needs: Supplied<N>) => HttpRequest
  /**
   * Prepares a further control, if the subject's own request does not show that what the invalid request uses instead
   * is good.
   */
  alsoControl?: (needs: Supplied<N>, session: Session) => RequestDraft
  /**
   * Makes a plainer request that the server must refuse too. If it accepts that one, the invalid request shows nothing of
   * its own, and another check judges the plainer one.
   */
  alsoRefused?: (draft: RequestDraft) => RequestDraft
  /** Returns true for a case that is sent only in the simplest circumstances if its control costs money. */
  isSpared?: (given: T) => boolean
  expect: Expectation
  exercises?: true
}

/** The definition with its cases filled in. */
export interface RefusedCases<N extends Needs, T> extends Refused<N, T> {
  cases: Given<T>
}
