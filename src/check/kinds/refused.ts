import type { Forgery } from '../../catalogue/forgeries.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Given } from '../cases/given.ts'
import type { Attempt } from '../circumstances/attempt.ts'
import { type Expectation, isBesideThePoint, judgeRefusal } from '../expectation.ts'
import type { Needs, Supplied } from '../needs/need.ts'
import type { Observation, Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { CheckHead } from './head.ts'

/** A request that is invalid in one way, and the response that is expected. */
export interface Refused<N extends Needs, T> extends CheckHead {
  /** The valid requests that are made invalid. Each is also its own control. */
  on: readonly Subject[]
  needs?: N | undefined
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

/** A case of a check: what makes the valid request invalid. */
interface InvalidCase<N extends Needs, T> {
  check: Refused<N, T>
  session: Session
  value: T
  needs: Supplied<N>
}

/**
 * Sends the valid request `draft`, made invalid, and observes whether it is refused. Observes nothing if what else has to be
 * refused is accepted. Returns the attempt that repeats the request in circumstances.
 */
export async function sendInvalid<N extends Needs, T>(
  one: InvalidCase<N, T>,
  draft: RequestDraft,
  batch: number,
): Promise<Attempt> {
  const { check, session, value, needs } = one
  const { mutate, mutateAgain, tamper, alsoRefused, expect } = check
  if (alsoRefused && isAccepted(await session.send({ ...alsoRefused(draft), invalid: true }))) {
    if (draft.operation) session.skip(draft.operation, [acceptedAnyway])
    return attemptAt(one, [])
  }
  const send = (changed: RequestDraft): Promise<Answer> =>
    session.send(changed, tamper && ((message) => tamper(message, value, needs)))
  const varied = { ...(await invalidFrom(one, draft)), ...(mutate ? { invalid: true as const } : {}) }
  const first = await send(varied)
  const second =
    mutateAgain && isBesideThePoint(expect, session, first)
      ? await send({ ...mutateAgain(draft), invalid: true })
      : first
  // A second request that is accepted found something that exists, so it says nothing about the first one. The first
  // answer is judged then.
  const answer = isAccepted(second) ? first : second
  const observations = judgeRefusal(expect, session, varied, answer, batch)
  for (const observation of observations) session.observe(observation)
  return attemptAt(one, observations)
}

/** Makes the valid request invalid before it is signed. */
const invalidFrom = async <N extends Needs, T>(
  { check: { mutate, forgeries }, session, value, needs }: InvalidCase<N, T>,
  draft: RequestDraft,
): Promise<RequestDraft> => {
  const changed = mutate ? await mutate(draft, value, needs, session) : draft
  const hasOtherFlaw = forgeries?.some(({ id, anyRefusal }) => anyRefusal && id === value)
  return hasOtherFlaw ? { ...changed, anyRefusal: true } : changed
}

const acceptedAnyway = 'a server that refuses the request without its token; another check judges that'

/** Returns the attempt that repeats an invalid request in circumstances. */
export function attemptAt<N extends Needs, T>(
  one: InvalidCase<N, T>,
  plainly: readonly Observation[],
): Attempt {
  const { check, session, value, needs } = one
  const { tamper, expect } = check
  return {
    invalid: (whole) => invalidFrom(one, whole),
    ...(tamper ? { tamper: (message) => tamper(message, value, needs) } : {}),
    judge: (sent, answer, behind) => judgeRefusal(expect, session, sent, answer, behind),
    plainly,
  }
}
