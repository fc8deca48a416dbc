import type { Session } from '../check/session.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Contradiction } from './contradiction.ts'

/**
 * Whether the second client is one to the server: it sends what the server has just accepted from the first. Its key may be
 * unknown there, or registered with another client than the one that its token was issued to.
 */
export async function refusedOtherClient(
  session: Session,
  accepted: RequestDraft,
): Promise<Contradiction | undefined> {
  const { otherClient } = session.target
  if (!otherClient) return undefined
  const answer = await session.send({ ...accepted, ...otherClient })
  const { status = 0 } = answer.response ?? {}
  if (status !== 401 && status !== 403) return undefined
  return {
    place: ['otherClient'],
    fact: `the server refuses the first request of the run with this key and this token (${answerInFull(answer)}), but accepts it with signing and tokens.full`,
    next: 'register the key for the client of the token, and give a token that allows every operation on walletAddress',
  }
}
