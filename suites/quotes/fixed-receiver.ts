import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { scenario } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { expectAccepted, expectThat } from '../../src/check/whole.ts'
import { type Amount, inWords, numberOf, sameAmount } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { amountIn } from '../support/fields.ts'
import { creatingQuote, creatingQuoteWithoutAmount } from '../support/operations.ts'
import { seeReceiver } from '../support/receiving.ts'
import { controlAmount, createQuote, fieldsIn } from '../support/requests.ts'

export const inferredAmount = scenario({
  id: 'quotes/inferred-amount',
  title: "A quote without an amount delivers the receiver's incomingAmount, or the missing part of it",
  detects: 'inferred-amount-counts-received-twice',
  operations: ['create-quote'],
  needs: { first: receiver('fixed', 0), second: receiver('fixed', 1) },
  claims: ['create-quote.accepts.inferred', 'create-quote.inferred-amount'],
  cases: each<'first' | 'second'>('first', 'second'),
  cost: { requests: 2, quotes: 1 },
  wholes: [creatingQuote],
  run: async (session, needs, which) => {
    const fixed = needs[which]
    const answer = await session.send(createQuote(session, { receiver: fixed.url }))
    if (!(await expectAccepted(session, answer, 'create-quote.accepts.inferred'))) return
    const fitting = await fittingAmounts(session, fixed)
    const came = amountIn(answer, 'receiveAmount')
    expectThat(session, answer, 'create-quote.inferred-amount', {
      held: came !== undefined && fitting.some((amount) => sameAmount(amount, came)),
      want: `receiveAmount ${fitting.map(inWords).join(' or ')}`,
      got: came ? `receiveAmount ${inWords(came)}` : 'no readable receiveAmount',
    })
  },
})

/**
 * Values that are not amounts, and amounts with one thing wrong. The interface leaves open whether null is an amount.
 */
const malformed: ReadonlyArray<{ amount: unknown } | { wrong: Record<string, unknown> }> = [
  { amount: 17 },
  { amount: '100' },
  { amount: [] },
  { amount: {} },
  { wrong: { value: '-1' } },
  { wrong: { value: '1.5' } },
  { wrong: { value: 100 } },
  { wrong: { assetCode: 840 } },
  { wrong: { assetScale: '2' } },
  { wrong: { assetScale: 256 } },
]

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
    cases: each(...malformed),
    mutate: (draft, given, _, session) => ({
      ...draft,
      body: {
        ...fieldsIn(draft),
        [side]: 'amount' in given ? given.amount : { ...controlAmount(session), ...given.wrong },
      },
    }),
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
 * Returns incomingAmount and, if something was received, the amount that is missing. Throws MissingPrerequisite if
 * neither the target file nor the receiver states incomingAmount.
 */
const fittingAmounts = async (session: Session, fixed: Receiver): Promise<Amount[]> => {
  const seen = await seeReceiver(session, fixed.url)
  const incoming = seen?.incomingAmount ?? fixed.incomingAmount
  if (!incoming)
    throw new MissingPrerequisite(
      `receivers.fixed in the target file: an entry with incomingAmount, or receivers.access to read ${fixed.url}`,
    )
  const received = seen?.receivedAmount
  if (!received || numberOf(received) === 0n) return [incoming]
  return [incoming, { ...incoming, value: String(numberOf(incoming) - numberOf(received)) }]
}
