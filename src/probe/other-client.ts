import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Contradiction, Prober } from './prober.ts'

/**
 * Returns a contradiction if the server refuses the second client. The probe sends what the server has just accepted
 * from the first one. The second client's key may be unknown to the server, or registered for another client than that
 * of its token.
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
