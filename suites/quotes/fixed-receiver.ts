import { each } from '../../src/check/cases/given.ts'
import { expectAccepted, expectThat } from '../../src/check/expect-answer.ts'
import { refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { type Amount, inWords, numberOf, sameWorth } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { placesOf } from '../../src/generate/broken-values.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountShown } from '../support/amount-shown.ts'
import { dealt, type Flaw, flawedBody } from '../support/flaws.ts'
import { creatingQuote, creatingQuoteWithoutAmount } from '../support/operations.ts'
import { seeReceiver } from '../support/receiving.ts'
import { createQuote } from '../support/requests.ts'

export const inferredAmount = scenario({
  id: 'quotes/inferred-amount',
  title: "A quote without an amount delivers the receiver's incomingAmount, or the missing part of it",
  detects: 'inferred-amount-counts-received-twice',
  requests: [upTo(2, creatingQuote)],
  needs: { first: receiver('fixed', 0), second: receiver('fixed', 1), open: receiver('open') },
  claims: ['create-quote.accepts.inferred', 'create-quote.inferred-amount'],
  cases: each<'first' | 'second'>('first', 'second'),
  leaves: { quotes: 1 },
  inCircumstances: true,
  run: async (session, needs, which) => {
    const fixed = needs[which]
    const answer = await session.send(createQuote(session, { receiver: fixed.url }))
    // The amount may exceed what the server gives quotes for.
    const asMuch = async (): Promise<RequestDraft | undefined> => {
      const [receiveAmount] = await fittingAmounts(session, fixed)
      return receiveAmount && createQuote(session, { receiver: needs.open.url, receiveAmount })
    }
    if (!(await expectAccepted(session, answer, 'create-quote.accepts.inferred', asMuch))) return
    const fitting = await fittingAmounts(session, fixed)
    if (fitting.length === 0)
      throw new MissingPrerequisite(
        `receivers.fixed in the target file: an entry with incomingAmount, or receivers.access to read ${fixed.url}`,
      )
    const fits = (came: Amount): boolean => fitting.some((amount) => sameWorth(amount, came))
    const want = fitting.map(inWords).join(' or ')
    expectThat(
      session,
      answer,
      'create-quote.inferred-amount',
      amountShown(answer, 'receiveAmount', want, fits),
    )
  },
})

/** A flaw of the amount of a quote request, or of a part of that amount. */
interface AmountFlaw extends Flaw {
  pointer: string
}

/** Lists the flaws of one of the amounts: all forms of the whole amount, and one of each part. */
const malformed = (side: string): AmountFlaw[] =>
  placesOf('CreateQuoteRequest').flatMap(({ pointer, member, within, keyword, kind }) => {
    if (keyword === 'required' || !(member === side || within.includes(side))) return []
    const flaws = dealt(kind, within.length === 0 ? 5 : 1)
    return flaws.map((flaw) => ({ pointer, in: [side], ...flaw }))
  })

/**
 * A check of a malformed amount. A server that ignores an amount which it cannot read creates another quote than was
 * requested.
 */
const malformedOnFixed = (id: string, side: 'debitAmount' | 'receiveAmount', name: string) =>
  refusal({
    id,
    title: `A quote request with a malformed ${side} is refused, although its receiver needs none`,
    detects: `without-${name}-on-fixed`,
    on: [creatingQuoteWithoutAmount],
    cases: each(...malformed(side)),
    mutate: async (draft, flaw, _, session) => {
      const place = placesOf('CreateQuoteRequest').find(({ pointer }) => pointer === flaw.pointer)
      return { ...draft, body: place && (await flawedBody({}, draft, place, flaw, session)) }
    },
    expect: refusedAs('body', `create-quote.${name}.amount-on-fixed`),
  })

export const malformedDebitAmountOnFixed = malformedOnFixed(
  'quote-bodies/malformed-debit-amount-on-fixed',
  'debitAmount',
  'debit-amount',
)
export const malformedReceiveAmountOnFixed = malformedOnFixed(
  'quote-bodies/malformed-receive-amount-on-fixed',
  'receiveAmount',
  'receive-amount',
)

/**
 * Returns incomingAmount and, if something was received, the amount that is missing. Returns nothing if neither the target
 * file nor the receiver states incomingAmount.
 */
const fittingAmounts = async (session: Session, fixed: Receiver): Promise<Amount[]> => {
  const seen = await seeReceiver(session, fixed.url)
  const incoming = seen?.incomingAmount ?? fixed.incomingAmount
  if (!incoming) return []
  const received = seen?.receivedAmount
  if (!received || numberOf(received) === 0n) return [incoming]
  return [incoming, { ...incoming, value: String(numberOf(incoming) - numberOf(received)) }]
}
