import type { Profile } from '../../src/catalogue/profile.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../src/check/expectation.ts'
import type { Session } from '../../src/check/session.ts'
import { offered } from '../../src/check/subject.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { readingQuote } from '../support/operations.ts'

const refused = refusedAs('wallet', 'right.wallet.get-quote')

const isJudged = (profile: Profile): boolean => offered([readingQuote], profile, refused.row).length > 0

/** Lists the requirements that reading a quote as another wallet can be judged by. */
export function claimsAsAnotherWallet(profile: Profile): string[] {
  return isJudged(profile) ? claimsOf(refused, profile, [readingQuote.operation]) : []
}

/**
 * Reads a quote, and before that with the token of another wallet, which must be refused. Other checks try this only
 * with new quotes: this one has been paid or has expired.
 */
export async function readAsAnotherWalletToo(session: Session, own: RequestDraft): Promise<void> {
  const { otherWallet, profile } = session.target
  if (!otherWallet || !isJudged(profile)) return void (await session.send(own))
  const batch = session.controls.open()
  const asAnother = { ...own, token: otherWallet.token }
  const answer = await session.send(asAnother)
  const control = await session.controls.send(own, [batch])
  // A server need not keep such a quote, so its own wallet may not see it either.
  if (!isAccepted(control) && !isAccepted(answer)) return
  for (const seen of judgeRefusal(refused, session, asAnother, answer, batch)) session.observe(seen)
}
