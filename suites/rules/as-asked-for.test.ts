import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { RunFacts } from '../../src/check/kinds/passive.ts'
import { baseUrl, shownOf, type Told } from '../testing/fold.ts'
import { incomingPaymentIsAsAskedFor, quoteIsAsAskedFor } from './as-asked-for.ts'
import { paymentIsAsAskedFor } from './payments/as-asked-for.ts'

const usd = (value: string, assetCode = 'USD') => ({ value, assetCode, assetScale: 2 })
const walletAddress = `${baseUrl}/alice`
const receiver = `${baseUrl}/incoming-payments/1`
const quoteId = `${baseUrl}/quotes/1`

const open: Partial<RunFacts> = { receiverKind: (url) => (url === receiver ? 'open' : undefined) }

type Fields = Record<string, unknown>

/** Fields that change in the request and in the resource, and the claims that this breaks. */
type Row = [name: string, asked: Fields, made: Fields, broken: string[], facts?: Partial<RunFacts>]

const brokenIn = (check: typeof quoteIsAsAskedFor, exchanges: readonly Told[], facts = open): string[] =>
  shownOf(check, exchanges, facts)
    .flat()
    .filter(({ held }) => !held)
    .map(({ requirement }) => requirement)

const quote = { walletAddress, receiver, method: 'ilp', debitAmount: usd('100') }

test.each<Row>([
  ['as requested', {}, {}, []],
  ['with another spelling of the wallet address', {}, { walletAddress: `${walletAddress}/` }, []],
  ['for another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  [
    'for the wallet of the token instead of the requested one',
    { walletAddress: `${baseUrl}/nobody` },
    {},
    ['wallet-address.kept'],
  ],
  ['for some wallet, if the request names no URL', { walletAddress: 'alice' }, {}, []],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['receiver.kept']],
  ['with another method', {}, { method: 'card' }, ['method.kept']],
  ['with ilp, if an unknown method was requested', { method: 'card' }, {}, []],
  ['with another debit amount', {}, { debitAmount: usd('101') }, ['fixed-send']],
  ['with leading zeros in its debit amount', {}, { debitAmount: usd('0100') }, []],
  ['in another asset', {}, { debitAmount: usd('100', 'EUR') }, ['fixed-send']],
  ['in the asset of the wallet, if another was requested', { debitAmount: usd('100', 'EUR') }, {}, []],
  ['with some amount, if a text was requested', { debitAmount: { ...usd('100'), value: 'a lot' } }, {}, []],
  ['with some amount, if more than 64 bits were requested', { debitAmount: usd(String(2n ** 64n)) }, {}, []],
  ['with some amount, if 0 was requested', { debitAmount: usd('0') }, {}, []],
  [
    'with another receive amount',
    { debitAmount: undefined, receiveAmount: usd('90') },
    { receiveAmount: usd('91') },
    ['fixed-receive'],
  ],
  [
    'with one of the amounts, if both were requested',
    { receiveAmount: usd('90') },
    { receiveAmount: usd('91') },
    [],
  ],
  ['with the amount of its receiver', {}, { debitAmount: usd('500') }, [], { receiverKind: () => 'fixed' }],
  [
    'for a receiver of an unknown kind',
    {},
    { debitAmount: usd('500') },
    [],
    { receiverKind: () => undefined },
  ],
])('a quote that is created %s is judged against its request', (_name, asked, made, broken, facts) => {
  const told: Told = {
    operation: 'create-quote',
    at: [1, 2],
    status: 201,
    asked: { ...quote, ...asked },
    told: { id: quoteId, ...quote, receiveAmount: usd('90'), ...made },
  }
  expect(brokenIn(quoteIsAsAskedFor, [told], facts)).toEqual(broken.map((each) => `create-quote.${each}`))
})

test('the rule skips requests with two possible readings', () => {
  const made = (at: Told['at'], asked: unknown): Told => ({
    operation: 'create-quote',
    at,
    status: 201,
    asked,
    told: { id: quoteId, ...quote },
  })
  const other = { ...quote, walletAddress: `${baseUrl}/bob` }
  expect(brokenIn(quoteIsAsAskedFor, [made([1, 2], [quote])])).toEqual([])
  expect(brokenIn(quoteIsAsAskedFor, [{ ...made([1, 2], other), status: 400 }])).toEqual([])
  const twice = `{"walletAddress":"${baseUrl}/bob","walletAddress":"${baseUrl}/carol"}`
  expect(brokenIn(quoteIsAsAskedFor, [{ ...made([1, 2], undefined), body: twice }])).toEqual([])
})

const direct = { walletAddress, incomingPayment: receiver, debitAmount: usd('100') }
const payment = {
  id: `${baseUrl}/outgoing-payments/1`,
  walletAddress,
  receiver,
  debitAmount: usd('100'),
  receiveAmount: usd('90'),
  createdAt: '2026-11-20T07:01:00Z',
}

const paid = (asked: Fields, made: Fields): Told => ({
  operation: 'create-outgoing-payment',
  at: [3, 4],
  status: 201,
  asked,
  told: { ...payment, ...made },
})

test.each<Row>([
  ['as requested', {}, {}, []],
  ['from another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['direct.receiver-kept']],
  ['with another debit amount', {}, { debitAmount: usd('99') }, ['direct.debit-amount-kept']],
  ['from a request of both variants', { quoteId }, { receiver: `${receiver}2`, debitAmount: usd('99') }, []],
  ['as failed', {}, { failed: true }, ['failed']],
  ['as not failed', {}, { failed: false }, []],
  [
    'with an object in place of failed',
    {},
    { failed: { toString: 'x' }, walletAddress: { toString: 'x' } },
    [],
  ],
  ['without its metadata', { metadata: { a: 1 } }, {}, []],
  ['with null in place of its metadata', { metadata: { a: 1 } }, { metadata: null }, []],
  [
    'with the members of its metadata in another order',
    { metadata: { a: 1, b: 2 } },
    { metadata: { b: 2, a: 1 } },
    [],
  ],
  ['with other metadata', { metadata: { a: 1 } }, { metadata: { a: '1' } }, ['metadata.kept']],
  ['with a further member', { metadata: { a: 1 } }, { metadata: { a: 1, b: 2 } }, ['metadata.odd-kept']],
  [
    'with altered metadata, if the requested one is hard to store',
    { metadata: { a: 'b\0' } },
    { metadata: { a: 'b' } },
    [],
  ],
  ['with metadata, if the requested one is not an object', { metadata: 'a' }, { metadata: {} }, []],
])('a direct payment that is created %s is judged against its request', (_name, asked, made, broken) => {
  const wanted = broken.map((each) =>
    each === 'failed' ? 'outgoing-payment.failed.false-at-creation' : `create-outgoing-payment.${each}`,
  )
  expect(brokenIn(paymentIsAsAskedFor, [paid({ ...direct, ...asked }, made)])).toEqual(wanted)
})

test.each([
  ['the metadata of another', { a: 1 }, ['create-outgoing-payment.metadata.kept']],
  ['metadata of its own', { b: 1 }, []],
  ['empty metadata', {}, []],
])('a payment that is requested without metadata and shows %s is judged', (_name, metadata, broken) => {
  const other = paid({ ...direct, metadata: { a: 1 } }, { id: `${payment.id}2`, metadata: { a: 1 } })
  expect(brokenIn(paymentIsAsAskedFor, [other, paid(direct, { metadata })])).toEqual(broken)
})

test('a payment that is requested without metadata, and shows that of a refused payment later, is judged', () => {
  const metadata = { a: 1 }
  const refused: Told = { ...paid({ ...direct, metadata }, {}), status: 400, told: {} }
  const listed: Told = {
    operation: 'list-outgoing-payments',
    at: [5, 6],
    told: { result: [{ ...payment, metadata }] },
  }
  const broken = ['create-outgoing-payment.metadata.kept']
  expect(brokenIn(paymentIsAsAskedFor, [paid(direct, {}), refused, listed])).toEqual(broken)
  expect(brokenIn(paymentIsAsAskedFor, [paid(direct, {}), listed])).toEqual([])
})

test.each<Row>([
  ['the same', {}, { failed: true }, []],
  ['to keep other metadata', { metadata: { a: 2 } }, {}, ['metadata.kept']],
  ['to pay less', { debitAmount: usd('99') }, {}, ['direct.debit-amount-kept']],
  ['to pay another receiver', { incomingPayment: `${receiver}2` }, {}, ['direct.receiver-kept']],
])(
  'an earlier payment is in the response to a request %s: its state is not judged',
  (_name, asked, made, broken) => {
    const metadata = { a: 1 }
    const first = paid({ ...direct, metadata }, { metadata })
    const again = {
      ...paid({ ...direct, metadata, ...asked }, { metadata, ...made }),
      at: [5, 6] as Told['at'],
    }
    expect(brokenIn(paymentIsAsAskedFor, [first, again])).toEqual(
      broken.map((each) => `create-outgoing-payment.${each}`),
    )
  },
)

test('a second request to pay a quote may be answered with the first payment, whatever its metadata', () => {
  const fromQuote = { walletAddress, quoteId }
  const asked = (metadata: Fields): Told => paid({ ...fromQuote, metadata }, { quoteId, metadata: { a: 1 } })
  expect(brokenIn(paymentIsAsAskedFor, [asked({ a: 1 }), asked({ a: 2 })])).toEqual([])
})

test.each<Row>([
  ['as the quote defines it', {}, { quoteId }, []],
  ['without naming the quote', {}, {}, []],
  ['with the id of another quote', {}, { quoteId: `${quoteId}2` }, ['quote-id.kept']],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['quote.receiver-kept']],
  ['with another debit amount', {}, { debitAmount: usd('101') }, ['quote.amounts-kept']],
  ['with another receive amount', {}, { receiveAmount: usd('89') }, ['quote.amounts-kept']],
  [
    'at a new price once the quote has expired',
    {},
    { debitAmount: usd('101'), createdAt: '2026-11-20T07:05:00Z' },
    [],
  ],
  ['from another wallet than the quote', { walletAddress: `${baseUrl}/bob` }, {}, []],
  ['from a quote that was not seen', { quoteId: `${quoteId}2` }, { receiver: `${receiver}2` }, []],
  ['from a quote and an amount', { debitAmount: usd('7') }, { debitAmount: usd('7') }, []],
])('a payment from a quote that is created %s is judged against the quote', (_name, asked, made, broken) => {
  const quoted: Told = {
    operation: 'create-quote',
    at: [1, 2],
    status: 201,
    told: { id: quoteId, ...quote, receiveAmount: usd('90'), expiresAt: '2026-11-20T07:05:00Z' },
  }
  expect(brokenIn(paymentIsAsAskedFor, [quoted, paid({ walletAddress, quoteId, ...asked }, made)])).toEqual(
    broken.map((each) => `create-outgoing-payment.${each}`),
  )
})

test.each<Row>([
  ['directly, without a quoteId', direct, {}, []],
  ['directly, with a quote of other amounts', direct, { quoteId }, ['direct.quote-kept']],
  ['directly, with a quote of these amounts', { ...direct, debitAmount: usd('101') }, { quoteId }, []],
  ['directly, with a quote that was not seen', direct, { quoteId: `${quoteId}2` }, []],
  ['from its quote', { walletAddress, quoteId }, { quoteId }, []],
  ['from another quote', { walletAddress, quoteId }, { quoteId: `${quoteId}2` }, ['quote-id.kept']],
  ['from a quote and an amount', { ...direct, quoteId }, { quoteId: `${quoteId}2` }, []],
])('a payment that a list shows as made %s is judged against its request', (_name, asked, listed, broken) => {
  const quoted: Told = {
    operation: 'create-quote',
    at: [1, 2],
    status: 201,
    told: { id: quoteId, ...quote, debitAmount: usd('101'), receiveAmount: usd('90') },
  }
  const amounts = { debitAmount: asked === direct ? usd('100') : usd('101') }
  const list: Told = {
    operation: 'list-outgoing-payments',
    at: [5, 6],
    told: { result: [{ ...payment, ...amounts, ...listed }] },
  }
  expect(brokenIn(paymentIsAsAskedFor, [quoted, paid(asked, amounts), list])).toEqual(
    broken.map((each) => `create-outgoing-payment.${each}`),
  )
})

test.each<Row>([
  ['as requested', {}, {}, []],
  ['on another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  [
    'with another amount',
    { incomingAmount: usd('7') },
    { incomingAmount: usd('8') },
    ['incoming-amount.kept'],
  ],
  ['with other metadata', { metadata: { a: 1 } }, { metadata: { a: 2 } }, ['metadata.kept']],
])('an incoming payment that is created %s is judged against its request', (_name, asked, made, broken) => {
  const told: Told = {
    operation: 'create-incoming-payment',
    at: [1, 2],
    status: 201,
    asked: { walletAddress, ...asked },
    told: { id: receiver, walletAddress, ...made },
  }
  expect(
    brokenIn(incomingPaymentIsAsAskedFor, [told], { profile: loadProfile('open-payments-1.3') }),
  ).toEqual(broken.map((each) => `create-incoming-payment.${each}`))
})
