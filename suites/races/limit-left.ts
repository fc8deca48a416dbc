import type { Session } from '../../src/check/session.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Target } from '../../src/target-file/target.ts'
import { sendInvalidUnder } from '../outgoing-payments/refused-payments.ts'
import { amountIn } from '../support/fields.ts'
import { getOutgoingPaymentGrant } from '../support/requests.ts'

type LimitedToken = NonNullable<Target['tokens']['limited']>

export const limitLeft = 'create-outgoing-payment.refused.limit-left'

/**
 * Sends invalid payments, plainly and in circumstances, that the limited token would have paid for. Returns what the
 * token may still debit by its grant as shown before, or undefined if the grant does not show that or it is less than
 * `asked`.
 */
export async function leftAfterRefusals(
  session: Session,
  { token, debitAmount: limit }: LimitedToken,
  { asked, paying }: { asked: bigint; paying: (value: bigint) => RequestDraft },
): Promise<bigint | undefined> {
  const { wallet } = session.money.limits()
  if (!session.target.profile.operations.includes('get-outgoing-payment-grant')) return undefined
  const grant = await session.send({ ...getOutgoingPaymentGrant(session), token })
  const spent: Amount | undefined = amountIn(grant, 'spentDebitAmount')
  if (!isAccepted(grant) || (spent && !sameAsset(spent, wallet))) return undefined
  const left = limit - (spent ? numberOf(spent) : 0n)
  if (asked > left) return undefined
  // A refused payment of this amount that counts leaves too little for `asked`. If one counts in each form, a little is
  // still left.
  await sendInvalidUnder(session, paying(left - asked + 1n))
  return left
}

/** Claims that the payment was made within what was left. A refusal counts only if the token still pays a little. */
export async function expectLimitLeft(
  session: Session,
  left: bigint,
  { asked, answer, little }: { asked: Amount; answer: Answer; little: RequestDraft },
): Promise<void> {
  const seen = {
    requirement: limitLeft,
    want: `a payment of ${inWords(asked)} is accepted: the limit had ${left} left before some payments were refused`,
    got: answerInWords(answer),
    answer,
  }
  if (isAccepted(answer)) return session.observe({ ...seen, outcome: 'held' })
  const behind = session.controls.open()
  await session.controls.send(little, [behind])
  session.observe({ ...seen, outcome: 'broken', behind })
}
