import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Contradiction } from './contradiction.ts'
import type { Prober } from './prober.ts'

/**
 * Whether the second client is one to the server: it sends what the server has just accepted from the first. Its key may be
 * unknown there, or registered with another client than the one that its token was issued to.
 */
export async function refusedOtherClient(
  prober: Prober,
  accepted: RequestDraft,
): Promise<Contradiction | undefined> {
  const { otherClient } = prober.target
  if (!otherClient) return undefined
  const answer = await prober.send({ ...accepted, ...otherClient })
  const { status = 0 } = answer.response ?? {}
  if (status !== 401 && status !== 403) return undefined
  return {
    place: ['otherClient'],
    fact: `the server refuses with this key and this token what it accepts with signing and tokens.full (${answerInFull(answer)})`,
    next: 'register the key for the client of the token, and give a token that allows every operation on walletAddress',
  }
}
