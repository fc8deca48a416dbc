import { controlIn } from '../../../src/check/circumstances/costly.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../../src/check/expectation.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { receiver } from '../../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../../src/check/needs/prerequisites.ts'
import { type Observation, PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { numberOf } from '../../../src/core/amount.ts'
import { type Answer, isAccepted, isRefused } from '../../../src/http/answers/answer.ts'
import { textIn } from '../../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { amountIn } from '../../support/fields.ts'
import { creatingPayment, creatingQuote, idIn, listingOutgoingPayments } from '../../support/operations.ts'
import { sendRefusedOtherwise } from '../../support/refused-again.ts'
import { controlAmount, createPayment, createQuote, withFields } from '../../support/requests.ts'
import { settledOf, viewsOf } from '../settling/watching.ts'

const refusedTwice = refusedAs('recommended-refusal', 'create-outgoing-payment.quote.paid-once')

export const paidOnce = scenario({
  id: 'payments/quote-paid-twice',
  title: 'A paid quote is not paid again',
  detects: 'without-payment-quote-unpaid',
  requests: [upTo(2, creatingQuote), upTo(10, creatingPayment), upTo(12, listingOutgoingPayments)],
  needs: { open: receiver('open') },
  waits: true,
  claims: (profile) => claimsOf(refusedTwice, profile, ['create-outgoing-payment']),
  leaves: { payments: 2 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const { pay } = await quoteToPay(session, asked)
    const batch = session.controls.open()
    const paid = await session.controls.send(pay, [batch])
    // A payment that is made after a refused one may be the first.
    if (!isAccepted(paid)) return
    const judge = (sent: RequestDraft, answer: Answer, behind: number): Observation[] =>
      judgeRefusal(refusedTwice, session, sent, answer, behind).map((one) =>
        isSamePayment(paid, answer)
          ? { ...one, outcome: 'held', got: `${one.got}, with the first payment` }
          : one,
      )
    const again = await session.again(await session.send({ ...pay, patient: false }))
    const plainly = judge(pay, again, batch)
    for (const observation of plainly) session.observe(observation)
    const other = await quoteToPay(session, asked)
    await controlIn(session, other.pay, batch, [
      {
        invalid: (whole) => ({ ...whole, body: pay.body }),
        judge,
        plainly,
      },
    ])
    const id = textIn(paid, 'id')
    if (!isRefused(again) || id === undefined) return
    // Rules judge whether the first payment shows the metadata of a refused one, or has failed although it was sent.
    await settledOf(session, id).catch(nothingIfUnmetHere)
    await sendRefusedOtherwise(session, withFields(pay, { metadata: ofRefused }))
    await viewsOf(session, id).look()
  },
})

const ofRefused = { description: 'a second payment from one quote' }

/** Returns true if a server answers a repeated request with the payment that it made at first. */
const isSamePayment = (first: Answer, again: Answer): boolean => {
  const id = textIn(again, 'id')
  return id !== undefined && id === textIn(first, 'id')
}

/** A quote, and the request that pays it. */
export interface QuoteToPay {
  quote: Answer
  id: string
  debits: bigint
  pay: RequestDraft
}

/** Creates a quote to pay. Throws PreconditionFailed if there is none, or if it debits more than the target file allows. */
export async function quoteToPay(
  session: Session,
  asked: Record<string, unknown>,
  token = session.target.tokens.full,
): Promise<QuoteToPay> {
  const quote = await session.send({ ...createQuote(session, asked), token })
  const id = idIn(quote, 'no quote could be created to pay')
  const debit = amountIn(quote, 'debitAmount')
  if (!debit) throw new PreconditionFailed('the quote to pay has no readable debitAmount')
  const debits = numberOf(debit)
  return { quote, id, debits, pay: { ...createPayment(session, { quoteId: id }, debits), token } }
}
