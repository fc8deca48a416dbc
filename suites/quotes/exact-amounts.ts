import fc from 'fast-check'
import { any, each } from '../../src/check/cases/given.ts'
import { expectNoServerError, expectThat } from '../../src/check/expect-answer.ts'
import { leftOpen, noServerError } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { type Amount, type Asset, numberOf, sameWorth, uint64Max } from '../../src/core/amount.ts'
import {
  cornerSeries,
  cornersBetweenAssets,
  longestSeries,
  seriesOfAnySize,
  valueWithLeadingZeros,
} from '../../src/generate/amounts.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountKept, amountShown } from '../support/amount-shown.ts'
import { amountIn } from '../support/fields.ts'
import { creatingQuote, readingQuote } from '../support/operations.ts'
import { receiverAbroad } from '../support/pay-abroad.ts'
import { seeReceiver } from '../support/receiving.ts'
import { controlAmount, createQuote, getQuote, isReadable, withFields } from '../support/requests.ts'
import { type FixedSide, keptBy } from './quote-amounts.ts'

const exact = 'amount.value.exact'
const inRange = 'amount.value.uint64'

/** Quotes to request one after the other. */
interface Series {
  side: FixedSide
  values: readonly string[]
  /** Chooses the receiver, if it is in another asset than the wallet. */
  turn?: number
}

/** A receiver to quote for, and the asset of each side. The receiver's is unknown if it cannot be read. */
interface PricedPair {
  url: string
  assets: { debitAmount: Asset; receiveAmount?: Asset | undefined }
  turn?: number
}

/** Creates a check of quotes that fix one side, to a receiver in the asset of the wallet. */
const keepsAnyAmount = (
  side: FixedSide,
  { id, title, detects }: Record<'id' | 'title' | 'detects', string>,
) =>
  scenario({
    id,
    title,
    detects,
    requests: [upTo(longestSeries + 1, creatingQuote), upTo(2 * longestSeries, readingQuote)],
    needs: { open: receiver('open') },
    claims: [keptBy[side], exact, inRange, noServerError],
    cases: any<Series>(() => seriesOfAnySize.map((values) => ({ side, values })), {
      first: cornerSeries(side === 'debitAmount' ? -1n : 1n).map((values) => ({ side, values })),
      times: 1 / 20,
    }),
    // The simplest quotes are repeated in circumstances with either side.
    ...(side === 'debitAmount' ? { inCircumstances: true } : {}),
    run: async (session, { open: { url } }, series) => {
      const { wallet } = session.money.limits()
      await quoteInTurn(session, { url, assets: { debitAmount: wallet, receiveAmount: wallet } }, series)
    },
  })

export const fixedSend = keepsAnyAmount('debitAmount', {
  id: 'quotes/fixed-send-is-kept',
  title: 'A quote for any debit amount has exactly this debit amount, and keeps every digit when it is read',
  detects: 'fixed-send-loses-digits',
})

export const fixedReceive = keepsAnyAmount('receiveAmount', {
  id: 'quotes/fixed-receive-is-kept',
  title:
    'A quote for any receive amount has exactly this receive amount, and keeps every digit when it is read',
  detects: 'fixed-receive-loses-digits',
})

const sides = ['debitAmount', 'receiveAmount'] as const

/** Each series is for another receiver, and fixes the other side than the one before. */
const abroad = cornersBetweenAssets.map(
  (values, turn): Series => ({ side: sides[turn % 2] ?? 'debitAmount', values, turn }),
)

export const toOtherAsset = scenario({
  id: 'quotes/to-other-asset',
  title: 'A quote into another asset keeps the fixed amount, and the price of the other one fits it',
  detects: 'without-amount-in-range',
  requests: [upTo(longestSeries + 5, creatingQuote), upTo(2 * longestSeries + 1, readingQuote)],
  needs: { foreign: receiver('otherAsset') },
  claims: [...Object.values(keptBy), exact, inRange, noServerError],
  cases: any<Series>(
    () =>
      fc.record({
        side: fc.constantFrom(...sides),
        values: seriesOfAnySize,
        turn: fc.nat({ max: 8 }),
      }),
    { first: abroad, times: 1 / 20 },
  ),
  inCircumstances: true,
  run: async (session, { foreign }, { turn = 0, ...series }) => {
    const url = (await receiverAbroad(session, turn)) ?? foreign.url
    const seen = await seeReceiver(session, url)
    // The interface leaves open whether a single amount counts for such a receiver.
    if (seen?.incomingAmount)
      throw new MissingPrerequisite(
        'receivers.otherAsset in the target file: only incoming payments without incomingAmount',
      )
    const assets = { debitAmount: session.money.limits().wallet, receiveAmount: seen?.receivedAmount }
    const way: PricedPair = { url, assets, turn }
    const made = await quoteInTurn(session, way, seen ? series : { ...series, side: 'debitAmount' })
    if (made) await askBack(session, way, made)
  },
})

/** A quote, and the side that its request fixed. */
interface MadeQuote {
  side: FixedSide
  quote: Answer
}

/**
 * Requests the quotes of a series, and the first one once more, so that a rule sees whether the price has moved. The
 * server may refuse an amount that it will not quote (a minimum, a balance). It may not change one. Returns the last
 * quote.
 */
const quoteInTurn = async (
  session: Session,
  way: PricedPair,
  { side, values }: Series,
): Promise<MadeQuote | undefined> => {
  const [first = '', ...others] = values
  let last: MadeQuote | undefined
  for (const value of [...values, ...(others.length > 0 ? [first] : [])])
    last = (await quoted(session, way, side, BigInt(value))) ?? last
  return last
}

/** Returns the quote with this amount if the server makes it. A failure needs only this quote of the series. */
const quoted = async (
  session: Session,
  { url, assets, turn }: PricedPair,
  side: FixedSide,
  value: bigint,
): Promise<MadeQuote | undefined> => {
  const { assetCode, assetScale } = assets[side] ?? {}
  if (assetCode === undefined || assetScale === undefined || value < 1n || value > uint64Max) return undefined
  const amount: Amount = { value: String(value), assetCode, assetScale }
  const given: Series = { side, values: [amount.value], ...(turn === undefined ? {} : { turn }) }
  const place = session.of({ given })
  const quote = await place.send(createQuote(place, { receiver: url, [side]: amount }))
  await expectNoServerError(place, quote)
  if (!isAccepted(quote)) return undefined
  expectThat(place, quote, keptBy[side], amountKept(quote, side, amount))
  expectExact(place, quote, side, amount)
  expectInRange(place, quote, otherOf[side])
  await readAgain(place, quote, side, amount)
  return { side, quote }
}

const otherOf = { debitAmount: 'receiveAmount', receiveAmount: 'debitAmount' } as const

/**
 * Requests quotes that fix the other side of a quote: its amount, and one unit more. Then those around the price of that
 * unit. A rule compares their prices.
 */
const askBack = async (session: Session, way: PricedPair, { side, quote }: MadeQuote): Promise<void> => {
  const other = amountIn(quote, otherOf[side])
  if (!other) return
  const assets = { ...way.assets, [otherOf[side]]: other }
  const ask = (fixed: FixedSide, value: bigint) => quoted(session, { ...way, assets }, fixed, value)
  await ask(otherOf[side], numberOf(other))
  const more = await ask(otherOf[side], numberOf(other) + 1n)
  const price = more && amountIn(more.quote, side)
  if (!price) return
  await ask(side, numberOf(price) - 1n)
  await ask(side, numberOf(price))
}

/** The smallest value that a number of 32 bits with a sign cannot hold. Smaller ones are read in other checks. */
const leastToRead = 2n ** 31n

/** Reads every other quote of a large value, by its side. */
const readAgain = async (session: Session, quote: Answer, side: FixedSide, amount: Amount): Promise<void> => {
  const id = textIn(quote, 'id')
  const isRead = numberOf(amount) % 2n === (side === 'debitAmount' ? 1n : 0n)
  if (numberOf(amount) < leastToRead || !isRead || id === undefined || !isReadable(id)) return
  const read = await readWith(session, id, side)
  if (isAccepted(read)) expectExact(session, read, side, amount)
}

/**
 * Reads a quote: one that fixes the debit amount with the token that may only read, or with the full token if the server
 * refuses that.
 */
const readWith = async (session: Session, id: string, side: FixedSide): Promise<Answer> => {
  const draft = getQuote(session, id)
  const { readOnly } = session.target.tokens
  const first =
    readOnly && side === 'debitAmount' ? await session.send({ ...draft, token: readOnly }) : undefined
  return first && isAccepted(first) ? first : session.send(draft)
}

const expectExact = (session: Session, answer: Answer, side: FixedSide, asked: Amount): void => {
  const isExact = (came: Amount): boolean => numberOf(came) === numberOf(asked) || sameWorth(came, asked)
  expectThat(session, answer, exact, amountShown(answer, side, `with the value ${asked.value}`, isExact))
}

/** The side that is computed may be more than 64 bits can hold, in an asset whose unit is worth less. */
const expectInRange = (session: Session, answer: Answer, side: FixedSide): void => {
  const isInRange = (came: Amount): boolean => numberOf(came) <= uint64Max
  expectThat(session, answer, inRange, amountShown(answer, side, `of at most ${uint64Max}`, isInRange))
}

const withValue = (draft: RequestDraft, value: string, session: Session): RequestDraft =>
  withFields(draft, { debitAmount: { ...controlAmount(session), value } })

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
