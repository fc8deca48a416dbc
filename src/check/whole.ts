import { type Answer, answerInWords, isAccepted, isRefused } from '../wire/answer.ts'
import type { Draft } from '../wire/draft.ts'
import { type Expectation, judgeRefusal, noServerError } from './expectation.ts'
import type { Session } from './session.ts'

/**
 * Judges the answer to a whole request by `requirement`. A refusal counts against the server only if the start's
 * accepted request, sent again right after, is still accepted.
 */
export const expectAccepted = async (
  session: Session,
  answer: Answer,
  requirement: string,
): Promise<boolean> => {
  const seen = { requirement, want: 'accepted (any 2xx)', got: answerInWords(answer), answer }
  if (isAccepted(answer)) {
    session.observe({ ...seen, outcome: 'held' })
    return true
  }
  session.observe({ ...seen, outcome: 'broken', behind: await session.witness() })
  return false
}

/** Judges one fact of an accepted answer. `got` says what came, in the words of `want`. */
export const expectThat = (
  session: Session,
  answer: Answer,
  requirement: string,
  { held, want, got }: { held: boolean; want: string; got: string },
): void => session.observe({ requirement, outcome: held ? 'held' : 'broken', want, got, answer })

/** Judges that a request which may be accepted or refused is not answered by a failure of the server. */
export const expectNoServerError = async (session: Session, answer: Answer): Promise<void> => {
  const seen = {
    requirement: noServerError,
    want: 'accepted, or refused (any 4xx)',
    got: answerInWords(answer),
    answer,
  }
  if (isAccepted(answer) || isRefused(answer)) session.observe({ ...seen, outcome: 'held' })
  else session.observe({ ...seen, outcome: 'broken', behind: await session.witness() })
}

/** Sends a request that the interface leaves open, and observes how it is answered. */
export const expectOpen = async (session: Session, draft: Draft, expectation: Expectation): Promise<void> => {
  const answer = await session.send(draft)
  const behind = isAccepted(answer) ? session.newBatch() : await session.witness()
  for (const observation of judgeRefusal(expectation, session, draft, answer, behind))
    session.observe(observation)
}
