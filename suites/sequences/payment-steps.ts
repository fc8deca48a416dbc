import { type Amount, numberOf } from '../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldsShown, textIn } from '../../src/http/answers/shown.ts'
import { amountKept } from '../support/amount-shown.ts'
import { outcomeOf } from '../support/concurrent.ts'
import { isPaidInTime } from '../support/paid-in-time.ts'
import { createPayment, payDirectly } from '../support/requests.ts'
import { isSame, remembered } from '../support/same.ts'
import { amountOf } from './compare.ts'
import { debitOf, expectOf, type Here, type Into, type MadeInModel, type SequencePlace } from './service.ts'
import type { SequenceStep } from './steps.ts'

export async function payQuote(at: SequencePlace, place: number): Promise<void> {
  const { session, service } = at
  const quote = service.quotes.get(place)
  const debit = quote && debitOf(quote)
  if (!quote || !debit || !URL.canParse(quote.id) || isTooDear(at, debit)) return
  const answer = await session.send(createPayment(session, { quoteId: quote.id }, numberOf(debit)))
  if (quote.paidBy !== undefined) {
    const again = isAccepted(answer) ? textIn(answer, 'id') : undefined
    expectOf(at, answer, 'create-outgoing-payment.quote.paid-once', {
      held: again === undefined || again === quote.paidBy,
      want: `no other payment from the quote of step ${place}`,
      got: isAccepted(answer) ? `payment ${again}` : answerInWords(answer),
    })
    if (again === quote.paidBy) return
  }
  const id = remember(at, answer, quote.into, true)
  if (id === undefined) return
  quote.paidBy ??= id
  if (!isPaidInTime(fieldsShown(answer), quote.shown)) return
  const payment = service.payments.at(-1)
  for (const field of ['debitAmount', 'receiveAmount'] as const) {
    const [wanted, came] = [quote.shown[field], payment?.shown[field]]
    expectOf(at, answer, 'create-outgoing-payment.quote.amounts-kept', {
      held: isSame(came, wanted),
      want: `${field} ${remembered(wanted)}, as step ${place} quoted`,
      got: `${field} ${remembered(came)}`,
    })
  }
}

const isTooDear = ({ session }: Here, debit: Amount): boolean =>
  numberOf(debit) > session.money.limits().maxDebitValue

export async function pay(
  at: SequencePlace,
  { to, debitAmount }: Extract<SequenceStep, { do: 'pay' }>,
): Promise<void> {
  const amount = amountOf(at, debitAmount)
  const into = isTooDear(at, amount) ? undefined : await at.supply(to)
  if (into) await payInto(at, into, amount)
}

/** Pays directly. Returns the payment, or undefined if none was made or nobody knows. */
export async function payInto(at: Here, into: Into, amount: Amount): Promise<MadeInModel | undefined> {
  const { session, service } = at
  if (isTooDear(at, amount)) return undefined
  const answer = await session.send(payDirectly(session, into.url, amount))
  if (remember(at, answer, into, false) === undefined) return undefined
  expectOf(
    at,
    answer,
    'create-outgoing-payment.direct.debit-amount-kept',
    amountKept(answer, 'debitAmount', amount),
  )
  return service.payments.at(-1)
}

/** Remembers the payment that was made. Returns its id, or undefined if none was made or nobody knows. */
const remember = (
  { service }: Here,
  answer: Answer,
  into: Into,
  isFromQuote: boolean,
): string | undefined => {
  const id = textIn(answer, 'id')
  if (outcomeOf(answer) === 'unknown' || (isAccepted(answer) && id === undefined)) service.isUncertain = true
  if (!isAccepted(answer) || id === undefined) return undefined
  const shown = fieldsShown(answer)
  service.payments.push({ id, into, isFromQuote, answer, shown, now: shown })
  return id
}
