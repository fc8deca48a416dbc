import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Attempt } from '../circumstances/attempt.ts'
import { isBesideThePoint, judgeRefusal } from '../expectation.ts'
import type { Needs, Supplied } from '../needs/need.ts'
import type { Observation, Session } from '../session.ts'
import type { Refused } from './refused.ts'

/**
 * Sends the valid request `draft`, made invalid by `value`, and observes whether it is refused. Returns the observations, or
 * none if what else has to be refused is accepted.
 */
export async function sendInvalid<N extends Needs, T>(
  { mutate, mutateAgain, tamper, alsoRefused, expect }: Refused<N, T>,
  session: Session,
  draft: RequestDraft,
  value: T,
  needs: Supplied<N>,
  batch: number,
): Promise<Observation[]> {
  if (alsoRefused && isAccepted(await session.send({ ...alsoRefused(draft), invalid: true }))) {
    if (draft.operation) session.skip(draft.operation, [acceptedAnyway])
    return []
  }
  const send = (changed: RequestDraft): Promise<Answer> =>
    session.send(changed, tamper && ((message) => tamper(message, value, needs)))
  const varied = mutate ? { ...(await mutate(draft, value, needs, session)), invalid: true as const } : draft
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
  return observations
}

const acceptedAnyway = 'a server that refuses the request without its token; another check judges that'

/** Returns the attempt that repeats an invalid request in circumstances. */
export function attemptAt<N extends Needs, T>(
  { mutate, tamper, expect }: Refused<N, T>,
  session: Session,
  value: T,
  needs: Supplied<N>,
  plainly: readonly Observation[],
): Attempt {
  return {
    invalid: (whole) => (mutate ? mutate(whole, value, needs, session) : whole),
    ...(tamper ? { tamper: (message) => tamper(message, value, needs) } : {}),
    judge: (sent, answer, behind) => judgeRefusal(expect, session, sent, answer, behind),
    plainly,
  }
}
