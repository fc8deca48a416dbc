import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { RunFacts } from '../../src/check/kinds/passive.ts'
import { baseUrl, shownOf, type Told } from '../testing/fold.ts'
import { incomingPaymentIsAsAskedFor, paymentIsAsAskedFor, quoteIsAsAskedFor } from './as-asked-for.ts'

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
  ['as it was asked for', {}, {}, []],
  ['with the wallet address written otherwise', {}, { walletAddress: `${walletAddress}/` }, []],
  ['for another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  ['for the wallet of the token', { walletAddress: `${baseUrl}/nobody` }, {}, ['wallet-address.kept']],
  ['for some wallet where no URL was asked for', { walletAddress: 'alice' }, {}, []],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['receiver.kept']],
  ['by another method', {}, { method: 'card' }, ['method.kept']],
  ['by ilp where an unknown method was asked for', { method: 'card' }, {}, []],
  ['at another debit amount', {}, { debitAmount: usd('101') }, ['fixed-send']],
  ['at a debit amount with leading zeros', {}, { debitAmount: usd('0100') }, []],
  ['in another asset', {}, { debitAmount: usd('100', 'EUR') }, ['fixed-send']],
  ['in the asset of the wallet where another was asked for', { debitAmount: usd('100', 'EUR') }, {}, []],
  ['at some amount where a text was asked for', { debitAmount: { ...usd('100'), value: 'a lot' } }, {}, []],
  ['at some amount where more than 64 bits were asked for', { debitAmount: usd(String(2n ** 64n)) }, {}, []],
  ['at some amount where nothing was asked for', { debitAmount: usd('0') }, {}, []],
  [
    'at another receive amount',
    { debitAmount: undefined, receiveAmount: usd('90') },
    { receiveAmount: usd('91') },
    ['fixed-receive'],
  ],
  ['at one amount where both were asked for', { receiveAmount: usd('90') }, { receiveAmount: usd('91') }, []],
  ['at the amount of its receiver', {}, { debitAmount: usd('500') }, [], { receiverKind: () => 'fixed' }],
  [
    'to a receiver of which nothing is known',
    {},
    { debitAmount: usd('500') },
    [],
    { receiverKind: () => undefined },
  ],
])('a quote that is made %s is judged against its request', (_name, asked, made, broken, facts) => {
  const told: Told = {
    operation: 'create-quote',
    at: [1, 2],
    status: 201,
    asked: { ...quote, ...asked },
    told: { id: quoteId, ...quote, receiveAmount: usd('90'), ...made },
  }
  expect(brokenIn(quoteIsAsAskedFor, [told], facts)).toEqual(broken.map((each) => `create-quote.${each}`))
})

test('the rule passes over resources that existed before, and requests with two possible readings', () => {
  const made = (at: Told['at'], asked: unknown): Told => ({
    operation: 'create-quote',
    at,
    status: 201,
    asked,
    told: { id: quoteId, ...quote },
  })
  const other = { ...quote, walletAddress: `${baseUrl}/bob` }
  expect(brokenIn(quoteIsAsAskedFor, [made([1, 2], quote), made([3, 4], other)])).toEqual([])
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
  ['as it was asked for', {}, {}, []],
  ['from another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['direct.receiver-kept']],
  ['at another debit amount', {}, { debitAmount: usd('99') }, ['direct.debit-amount-kept']],
  ['under both variants', { quoteId }, { receiver: `${receiver}2`, debitAmount: usd('99') }, []],
  ['failed', {}, { failed: true }, ['failed']],
  ['not failed', {}, { failed: false }, []],
  ['with an object for failed', {}, { failed: { toString: 'x' }, walletAddress: { toString: 'x' } }, []],
  ['without its metadata', { metadata: { a: 1 } }, {}, []],
  ['with null for its metadata', { metadata: { a: 1 } }, { metadata: null }, []],
  ['with its metadata in another order', { metadata: { a: 1, b: 2 } }, { metadata: { b: 2, a: 1 } }, []],
  ['with other metadata', { metadata: { a: 1 } }, { metadata: { a: '1' } }, ['metadata.kept']],
  ['with metadata that was hard to store', { metadata: { a: 'b\0' } }, { metadata: { a: 'b' } }, []],
  ['with metadata that was not an object', { metadata: 'a' }, { metadata: {} }, []],
])('a direct payment that is made %s is judged against its request', (_name, asked, made, broken) => {
  const wanted = broken.map((each) =>
    each === 'failed' ? 'outgoing-payment.failed.false-at-creation' : `create-outgoing-payment.${each}`,
  )
  expect(brokenIn(paymentIsAsAskedFor, [paid({ ...direct, ...asked }, made)])).toEqual(wanted)
})

test.each<Row>([
  ['as the quote defines it', {}, { quoteId }, []],
  ['without naming the quote', {}, {}, []],
  ['under another quote', {}, { quoteId: `${quoteId}2` }, ['quote-id.kept']],
  ['to another receiver', {}, { receiver: `${receiver}2` }, ['quote.receiver-kept']],
  ['at another debit amount', {}, { debitAmount: usd('101') }, ['quote.amounts-kept']],
  ['at another receive amount', {}, { receiveAmount: usd('89') }, ['quote.amounts-kept']],
  [
    'at a new price once the quote has expired',
    {},
    { debitAmount: usd('101'), createdAt: '2026-11-20T07:05:00Z' },
    [],
  ],
  ['from another wallet than the quote', { walletAddress: `${baseUrl}/bob` }, {}, []],
  ['from a quote that nobody made', { quoteId: `${quoteId}2` }, { receiver: `${receiver}2` }, []],
  ['from a quote and an amount', { debitAmount: usd('7') }, { debitAmount: usd('7') }, []],
])('a payment from a quote that is made %s is judged against the quote', (_name, asked, made, broken) => {
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
  ['as it was asked for', {}, {}, []],
  ['on another wallet', {}, { walletAddress: `${baseUrl}/bob` }, ['wallet-address.kept']],
  [
    'with another amount',
    { incomingAmount: usd('7') },
    { incomingAmount: usd('8') },
    ['incoming-amount.kept'],
  ],
  ['with other metadata', { metadata: {} }, { metadata: { a: 1 } }, ['metadata.kept']],
])('an incoming payment that is made %s is judged against its request', (_name, asked, made, broken) => {
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
