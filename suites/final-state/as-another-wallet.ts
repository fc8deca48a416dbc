import type { Profile } from '../../src/catalogue/profile.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../src/check/expectation.ts'
import type { Known } from '../../src/check/known.ts'
import type { Session } from '../../src/check/session.ts'
import { offered } from '../../src/check/subject.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { readingQuote } from '../support/operations.ts'
import { getQuote } from '../support/requests.ts'

const refused = refusedAs('wallet', 'right.wallet.get-quote')

const isJudged = (profile: Profile): boolean => offered([readingQuote], profile, refused.row).length > 0

/** Lists the requirements that reading a quote as another wallet can be judged by. */
export function claimsAsAnotherWallet(profile: Profile): string[] {
  return isJudged(profile) ? claimsOf(refused, profile, [readingQuote.operation]) : []
}

/**
 * Reads a quote, and after that with the token of another wallet, which must be refused. Other checks try this only
 * with new quotes: this one has been paid or has expired. A run makes quotes for the other wallet, too.
 */
export async function readAsAnotherWalletToo(session: Session, { id, createdWith }: Known): Promise<void> {
  const { otherWallet, profile } = session.target
  const own = getQuote(session, id)
  const control = await session.send(own)
  const isOfOther = createdWith === undefined || createdWith === otherWallet?.token.name
  // A server need not keep such a quote, so its own wallet may not see it either.
  if (!otherWallet || isOfOther || !isJudged(profile) || !isAccepted(control)) return
  const batch = session.controls.open()
  session.controls.take(control, [batch])
  const asAnother = { ...own, token: otherWallet.token }
  const answer = await session.send(asAnother)
  for (const seen of judgeRefusal(refused, session, asAnother, answer, batch)) session.observe(seen)
}
