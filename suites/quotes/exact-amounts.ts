import fc from 'fast-check'
import { leftOpen, noServerError } from '../../src/check/expectation.ts'
import { any, each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { scenario } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import type { Session } from '../../src/check/session.ts'
import { expectNoServerError, expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { edgeValues, valueOfAnySize, valueWithLeadingZeros } from '../../src/generate/amounts.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountIn, textIn } from '../support/fields.ts'
import { creatingQuote, readingQuote } from '../support/operations.ts'
import { receiverAbroad } from '../support/pay-abroad.ts'
import { seeReceiver, unread } from '../support/receiving.ts'
import { controlAmount, createQuote, fieldsIn, getQuote, isReadable } from '../support/requests.ts'

const sides = ['debitAmount', 'receiveAmount'] as const

interface AskedAmount {
  side: (typeof sides)[number]
  value: string
}

const exact = 'amount.value.exact'

/** The server may refuse an amount that it will not quote (a minimum, a balance). */
export const anyAmount = scenario({
  id: 'quotes/any-amount-is-exact',
  title: 'An amount of any size keeps every digit, in the quote and when it is read again',
  detects: 'amounts-through-number',
  operations: ['create-quote', 'get-quote'],
  needs: { open: receiver('open') },
  claims: [exact, noServerError],
  cases: any<AskedAmount>(() => fc.record({ side: fc.constantFrom(...sides), value: valueOfAnySize }), {
    first: sides.flatMap((side) => edgeValues.map((value) => ({ side, value }))),
    times: 2,
  }),
  cost: { requests: 3, quotes: 1 },
  wholes: [creatingQuote, readingQuote],
  run: async (session, { open }, { side, value }) => {
    const amount = { ...controlAmount(session), value }
    const quote = await session.send(createQuote(session, { receiver: open.url, [side]: amount }))
    await expectNoServerError(session, quote)
    if (isAccepted(quote)) await expectExactTwice(session, quote, { side, value })
  },
})

/** Amounts that no double can hold, each for several receivers in turn: a built-in world has two in each asset. */
const abroad = ['9007199254740993', '10000000000000000123'].flatMap((value, index) =>
  [0, 2, 4].map((turn) => ({ value, turn: turn + index })),
)

export const amountAbroad = scenario({
  id: 'quotes/any-amount-is-exact-abroad',
  title: "A large amount keeps every digit in other assets than the wallet's",
  detects: 'amounts-through-number',
  operations: ['create-quote', 'get-quote'],
  needs: { foreign: receiver('otherAsset') },
  claims: [exact, noServerError],
  cases: each(...abroad),
  cost: { requests: 4, quotes: 1 },
  run: async (session, { foreign }, { value, turn }) => {
    const url = (await receiverAbroad(session, turn)) ?? foreign.url
    const seen = await seeReceiver(session, url)
    if (!seen) throw unread(session, url)
    const amount = { ...seen.receivedAmount, value }
    const quote = await session.send(createQuote(session, { receiver: url, receiveAmount: amount }))
    await expectNoServerError(session, quote)
    if (isAccepted(quote)) await expectExactTwice(session, quote, { side: 'receiveAmount', value })
  },
})

/** Claims that the amount is exact in the quote, and when the quote is read again. */
const expectExactTwice = async (session: Session, quote: Answer, asked: AskedAmount): Promise<void> => {
  expectExact(session, quote, asked)
  const id = textIn(quote, 'id')
  if (id === undefined || !isReadable(id)) return
  const read = await readInTurn(session, id, asked.value)
  if (isAccepted(read)) expectExact(session, read, asked)
}

/**
 * Reads a quote: every second value with the token that may only read, or with the full token if the server refuses
 * that.
 */
const readInTurn = async (session: Session, id: string, value: string): Promise<Answer> => {
  const draft = getQuote(session, id)
  const { readOnly } = session.target.tokens
  const first =
    readOnly && BigInt(value) % 2n === 1n ? await session.send({ ...draft, token: readOnly }) : undefined
  return first && isAccepted(first) ? first : session.send(draft)
}

const expectExact = (session: Session, answer: Answer, { side, value }: AskedAmount): void => {
  const came = amountIn(answer, side)
  expectThat(session, answer, exact, {
    held: came !== undefined && numberOf(came) === BigInt(value),
    want: `${side} with the value ${value}`,
    got: came ? `${side} ${inWords(came)}` : `no readable ${side}`,
  })
}

const withValue = (draft: RequestDraft, value: string, session: Session): RequestDraft => ({
  ...draft,
  body: { ...fieldsIn(draft), debitAmount: { ...controlAmount(session), value } },
})

export const zero = refusal({
  id: 'quotes/amount-of-zero',
  title: 'How the server treats a quote for an amount of 0',
  detects: 'amount-of-zero-answered-500',
  on: [creatingQuote],
  cases: each('0'),
  mutate: (draft, value, _, session) => withValue(draft, value, session),
  expect: leftOpen('amount.sent.zero'),
})

export const leadingZeros = refusal({
  id: 'quotes/leading-zeros',
  title: 'How the server treats a quote with leading zeros in its amount',
  detects: 'leading-zero-answered-500',
  on: [creatingQuote],
  cases: any(valueWithLeadingZeros, { first: ['01', '00'] }),
  mutate: (draft, value, _, session) => withValue(draft, value, session),
  expect: leftOpen('amount.sent.leading-zero'),
})
