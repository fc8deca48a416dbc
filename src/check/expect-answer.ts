import { type Answer, answerInWords, isAccepted, isRefused, whyUnjudged } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import { type Expectation, judgeRefusal, noServerError } from './expectation.ts'
import { PreconditionFailed, type Session } from './session.ts'

/** Throws PreconditionFailed if there is no response to judge, and that breaks nothing. */
export function requireJudgeable(answer: Answer): void {
  const reason = whyUnjudged(answer)
  if (reason !== undefined) throw new PreconditionFailed(reason)
}

/** Retries a request after a failure of the server, and returns the answer that is judged. */
const surely = async (session: Session, answer: Answer): Promise<Answer> => {
  const second = await session.again(answer)
  requireJudgeable(second)
  if (second === answer || !isRefused(second)) return second
  throw new PreconditionFailed(
    `${answer.method} ${answer.url} got ${answerInWords(answer)} and, sent again, ${answerInWords(second)}: the server may have processed it the first time`,
  )
}

/**
 * Judges the answer to a valid request by `requirement`. Returns false if the check cannot go on with the answer. A
 * refusal counts against the server only if the start's accepted request, sent again right after, is still accepted.
 * `plain` may return a plainer request for as much, which has to be accepted too.
 */
export async function expectAccepted(
  session: Session,
  first: Answer,
  requirement: string,
  plain?: () => Promise<RequestDraft | undefined>,
): Promise<boolean> {
  const answer = await surely(session, first)
  const seen = { requirement, want: 'accepted (any 2xx)', got: answerInWords(answer), answer }
  if (isAccepted(answer)) {
    session.observe({ ...seen, outcome: 'held' })
    return answer === first
  }
  session.observe({
    ...seen,
    outcome: 'broken',
    behind: await session.controls.witness(answer, await plain?.()),
  })
  return false
}

/** Judges one fact about an accepted response. `got` says what came, in the words of `want`. */
export function expectThat(
  session: Session,
  answer: Answer,
  requirement: string,
  { held, want, got }: { held: boolean; want: string; got: string },
): void {
  session.observe({ requirement, outcome: held ? 'held' : 'broken', want, got, answer })
}

/** Judges that a request which may be accepted or refused does not make the server fail. */
export async function expectNoServerError(session: Session, first: Answer): Promise<void> {
  const answer = await session.again(first)
  requireJudgeable(answer)
  const seen = {
    requirement: noServerError,
    want: 'accepted, or refused (any 4xx)',
    got: answerInWords(answer),
    answer,
  }
  if (isAccepted(answer) || isRefused(answer)) session.observe({ ...seen, outcome: 'held' })
  else session.observe({ ...seen, outcome: 'broken', behind: await session.controls.witness() })
}

/** Sends a request that the interface leaves open, and records the answer. */
export async function expectOpen(
  session: Session,
  draft: RequestDraft,
  expectation: Expectation,
): Promise<void> {
  const answer = await session.again(await session.send(draft))
  const behind = isAccepted(answer) ? session.controls.open() : await session.controls.witness()
  for (const observation of judgeRefusal(expectation, session, draft, answer, behind))
    session.observe(observation)
}

/** Notes what a response shows about a requirement that is left open. */
export function noteOpen(session: Session, answer: Answer, requirement: string, got: string): void {
  session.observe({ requirement, outcome: 'noted', want: 'left open', got, answer })
}
