import { expect, test } from 'vitest'
import { baseUrl, shownOf, type Told } from '../../testing/fold.ts'
import { pricesAgree } from './prices.ts'

const receiver = `${baseUrl}/incoming-payments/1`
const walletAddress = `${baseUrl}/alice`
const usd = (value: string, assetScale = 2) => ({ value, assetCode: 'USD', assetScale })
const jpy = (value: string) => ({ value, assetCode: 'JPY', assetScale: 0 })

type Amount = ReturnType<typeof usd>

/** A quote that fixes a side. Each one is made after those before it. */
const quoting =
  (side: 'debitAmount' | 'receiveAmount', receive: (value: string) => Amount) =>
  (debit: string, receives: string, differs: Partial<Told> = {}) =>
  (place: number): Told => {
    const amounts = { debitAmount: usd(debit), receiveAmount: receive(receives) }
    return {
      operation: 'create-quote',
      at: [2 * place + 1, 2 * place + 2],
      status: 201,
      asked: { walletAddress, receiver, method: 'ilp', [side]: amounts[side] },
      told: { id: `quote-${place}`, walletAddress, receiver, ...amounts },
      ...differs,
    }
  }

const sends = quoting('debitAmount', jpy)
const buys = quoting('receiveAmount', jpy)
const sendsHere = quoting('debitAmount', usd)

const receiverKind = () => 'open' as const

const brokenIn = (...quotes: Array<(place: number) => Told>): string[] =>
  shownOf(
    pricesAgree,
    quotes.map((quote, place) => quote(place)),
    { receiverKind },
  ).flatMap((shown) => shown.flatMap(({ requirement, held }) => (held ? [] : [requirement])))

const moreIsNotLess = 'quote.prices.more-is-not-less'
const eitherSide = 'quote.prices.either-side'

test('a lower price for a larger amount breaks the requirement once an equal quote shows that prices did not move', () => {
  expect(brokenIn(sends('100', '150'), sends('200', '149'))).toEqual([])
  expect(brokenIn(sends('100', '150'), sends('200', '149'), sends('100', '150'))).toEqual([moreIsNotLess])
  expect(brokenIn(sends('90', '135'), sends('100', '150'), sends('200', '149'), sends('90', '135'))).toEqual([
    moreIsNotLess,
  ])
})

test('the rule makes no claim if the server answered with an earlier quote, which shows no price of today', () => {
  const again = (place: number): Told => ({
    ...sends('100', '150')(place),
    told: sends('100', '150')(0).told,
  })
  expect(brokenIn(sends('100', '150'), sends('200', '149'), again)).toEqual([])
})

test('the rule makes no claim if the price of an equal quote has moved', () => {
  expect(brokenIn(sends('100', '150'), sends('200', '149'), sends('100', '74'), sends('100', '74'))).toEqual(
    [],
  )
})

test('the rule makes no claim about prices that alternate', () => {
  const moves = [sends('100', '150'), sends('100', '140')]
  const later = [sends('100', '150'), sends('200', '149'), sends('100', '150')]
  expect(brokenIn(...moves, ...later)).toEqual([])
  expect(brokenIn(sends('100', '140'), ...later)).toEqual([moreIsNotLess])
})

test('the rule makes no claim about a price that was not quoted between the equal quotes', () => {
  const later = [sends('90', '134'), sends('90', '134')]
  expect(brokenIn(sends('100', '150'), sends('200', '149'), ...later)).toEqual([])
  expect(brokenIn(sends('90', '135'), sends('100', '150'), sends('90', '135'), sends('200', '149'))).toEqual(
    [],
  )
})

test('the rule ignores a quote that is returned again for an equal request', () => {
  const same = { told: Object(sends('100', '150')(0).told) }
  expect(brokenIn(sends('100', '150'), sends('200', '149'), sends('100', '150', same))).toEqual([])
})

test.each<[string, ReturnType<typeof sends>[], string[]]>([
  ['costs as much as the debit that delivers it', [sends('100', '150'), buys('100', '150')], []],
  [
    'costs less because a coarser asset is rounded',
    [sends('101', '151'), buys('101', '151'), sends('102', '153')],
    [],
  ],
  ['costs more than a debit that delivers it', [sends('100', '150'), buys('101', '150')], [eitherSide]],
  ['is higher than the same debit delivers', [sends('100', '150'), buys('100', '151')], [eitherSide]],
])('the rule compares a receive amount that %s', (_name, quotes, broken) => {
  const [first] = quotes
  expect(brokenIn(...quotes, ...(first ? [first] : []))).toEqual(broken)
})

test('a quote in one currency may not deliver more than it debits, whatever the scales', () => {
  expect(brokenIn(sendsHere('100', '100'), sendsHere('200', '198'))).toEqual([])
  expect(brokenIn(sendsHere('100', '101'))).toEqual(['quote.prices.no-gain'])
  const finer = quoting('debitAmount', (value) => usd(value, 4))
  expect([brokenIn(finer('1', '100')), brokenIn(finer('1', '101'))]).toEqual([[], ['quote.prices.no-gain']])
})

test.each([-1, 1.5, 256, 1e9])('a quote with the scale %s is not compared, and ends no run', (scale) => {
  const odd = quoting('debitAmount', (value) => usd(value, scale))
  expect(brokenIn(odd('1', '100'), odd('2', '100'))).toEqual([])
})

test.each<[string, Partial<Told>]>([
  ['a request with both amounts', { asked: { receiver, debitAmount: usd('9'), receiveAmount: usd('9') } }],
  ['a quote with another amount than the requested one', { asked: { receiver, debitAmount: usd('7') } }],
  ['a refusal', { status: 400 }],
])('the rule learns no price from %s', (_name, differs) => {
  expect(brokenIn(sendsHere('100', '101', differs))).toEqual([])
})

test('prices for another token or receiver are not compared', () => {
  const others = [sends('200', '149', { token: 'tokens.limited' })]
  expect(brokenIn(sends('100', '150'), ...others, sends('100', '150'))).toEqual([])
})
