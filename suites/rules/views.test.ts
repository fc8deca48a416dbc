import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { baseUrl, shownOf, type Told } from '../testing/fold.ts'
import { incomingPaymentAgrees, outgoingPaymentAgrees, quoteAgrees } from './agreeing.ts'

type Fields = Record<string, unknown>

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })
const [created, later, latest] = ['2026-11-20T07:00:00Z', '2026-11-20T07:00:02Z', '2026-11-20T07:00:04Z']

/** Returns the requirements that the last exchange breaks. */
const brokenBy = (check: PassiveCheck, exchanges: readonly Told[]): string[] =>
  (shownOf(check, exchanges).at(-1) ?? []).flatMap(({ held, requirement }) => (held ? [] : [requirement]))

const quote = {
  id: `${baseUrl}/quotes/1`,
  walletAddress: `${baseUrl}/alice`,
  receiver: `${baseUrl}/incoming-payments/1`,
  debitAmount: usd('100'),
  receiveAmount: usd('100'),
  method: 'ilp',
  expiresAt: '2026-11-20T07:05:00Z',
  createdAt: created,
}

test.each<[string, Fields, boolean]>([
  ['nothing', {}, true],
  [
    'the order of the members of an amount',
    { debitAmount: { assetScale: 2, assetCode: 'USD', value: '100' } },
    true,
  ],
  ['leading zeros of an amount', { debitAmount: usd('0100') }, true],
  ['the spelling of a date', { createdAt: '2026-11-20T08:00:00.000+01:00' }, true],
  ['the presence of a field', { expiresAt: undefined }, true],
  ['the debit amount', { debitAmount: usd('101') }, false],
  ['the asset of the receive amount', { receiveAmount: { ...usd('100'), assetCode: 'EUR' } }, false],
  ['the scale of the receive amount', { receiveAmount: { ...usd('100'), assetScale: 9 } }, false],
  ['the receiver', { receiver: `${baseUrl}/incoming-payments/2` }, false],
  ['the wallet address', { walletAddress: `${baseUrl}/bob` }, false],
  ['the method', { method: 'card' }, false],
  ['the moment of creation', { createdAt: later }, false],
])('the rule compares two views of a quote that differ in %s', (_name, change, expected) => {
  const exchanges: Told[] = [
    { operation: 'create-quote', at: [1, 3], status: 201, told: quote },
    // The two requests overlap. A quote must not change, whichever the server handled first.
    { operation: 'get-quote', at: [2, 4], told: { ...quote, ...change } },
  ]
  expect(brokenBy(quoteAgrees, exchanges)).toEqual(expected ? [] : ['quote.immutable'])
})

test('the amounts of a quote are compared until it expires, by the Date of the server', () => {
  const told = { ...quote, debitAmount: usd('101') }
  const broken = ['2026-11-20T07:04:57Z', '2026-11-20T07:04:59Z'].map((date) =>
    brokenBy(quoteAgrees, [
      { operation: 'create-quote', at: [1, 2], status: 201, told: quote },
      { operation: 'get-quote', at: [3, 4], date, told },
    ]),
  )
  expect(broken).toEqual([['quote.immutable'], []])
})

test('the amounts of a quote are compared until it expires, although the Date is behind its createdAt', () => {
  const told = { ...quote, debitAmount: usd('101') }
  const broken = ['2026-11-20T07:04:27Z', '2026-11-20T07:04:29Z'].map((date) =>
    brokenBy(quoteAgrees, [
      { operation: 'create-quote', at: [1, 2], status: 201, date: '2026-11-20T06:59:30Z', told: quote },
      { operation: 'get-quote', at: [3, 4], date, told },
    ]),
  )
  expect(broken).toEqual([['quote.immutable'], []])
})

test('a quote that is extended breaks a recommendation only', () => {
  const extended = { ...quote, expiresAt: '2026-11-20T07:06:00Z' }
  const exchanges: Told[] = [
    { operation: 'create-quote', at: [1, 2], status: 201, told: quote },
    { operation: 'get-quote', at: [3, 4], told: extended },
  ]
  expect(brokenBy(quoteAgrees, exchanges)).toEqual(['quote.expires-at.same'])
})

const payment = { id: `${baseUrl}/outgoing-payments/1`, createdAt: created }

test('the rule does not compare a stored answer to a repeated request with what came after it', () => {
  const paid = (sent: string): Fields => ({ ...payment, updatedAt: later, sentAmount: usd(sent) })
  const exchanges: Told[] = [
    { operation: 'create-outgoing-payment', at: [1, 2], status: 201, told: paid('0') },
    { operation: 'list-outgoing-payments', at: [3, 4], told: { result: [paid('100')] } },
    { operation: 'create-outgoing-payment', at: [5, 6], status: 201, told: paid('0') },
  ]
  expect(brokenBy(outgoingPaymentAgrees, exchanges)).toEqual([])
  const read: Told = { operation: 'list-outgoing-payments', at: [7, 8], told: { result: [paid('0')] } }
  expect(brokenBy(outgoingPaymentAgrees, [...exchanges, read])).toEqual([sent])
})

test.each<[string, Fields, Fields, boolean]>([
  ['leaves the quote out', { quoteId: quote.id }, {}, true],
  ['has null in place of the quote', { quoteId: quote.id }, { quoteId: null }, true],
  ['names another quote', { quoteId: quote.id }, { quoteId: `${quote.id}2` }, false],
  [
    'has the members in another order',
    { metadata: { a: 1, b: { c: 2, d: 3 } } },
    { metadata: { b: { d: 3, c: 2 }, a: 1 } },
    true,
  ],
  ['has other metadata', { metadata: { a: 1 } }, { metadata: { a: 2 } }, false],
  ['has no metadata', { metadata: { a: 1 } }, {}, true],
  ['has a member more of its metadata', { metadata: { a: 1 } }, { metadata: { a: 1, b: 2 } }, true],
  ['has a member less of its metadata', { metadata: { a: 1, b: 2 } }, { metadata: { a: 1 } }, false],
  ['has a text in place of metadata', { metadata: { a: 1 } }, { metadata: '{"a":1}' }, true],
  ['cuts text that is hard to store', { metadata: { a: 'b\u0000c' } }, { metadata: { a: 'b' } }, true],
])('the rule compares a payment with its list item, which %s', (_name, made, listed, expected) => {
  const exchanges: Told[] = [
    { operation: 'create-outgoing-payment', at: [1, 2], status: 201, told: { ...payment, ...made } },
    { operation: 'list-outgoing-payments', at: [3, 4], told: { result: [{ ...payment, ...listed }] } },
  ]
  expect(brokenBy(outgoingPaymentAgrees, exchanges)).toEqual(expected ? [] : ['outgoing-payment.immutable'])
})

test.each<[string, Fields, boolean]>([
  ['that the server added', { a: 1, state: 'done' }, true],
  ['that was asked for', { a: 2, state: 'pending' }, false],
])('a member of metadata %s changes after the creation', (_name, metadata, expected) => {
  const asked = { metadata: { a: 1 } }
  const made = { ...payment, metadata: { a: 1, state: 'pending' } }
  const exchanges: Told[] = [
    { operation: 'create-outgoing-payment', at: [1, 2], status: 201, asked, told: made },
    { operation: 'list-outgoing-payments', at: [3, 4], told: { result: [{ ...payment, metadata }] } },
  ]
  expect(brokenBy(outgoingPaymentAgrees, exchanges)).toEqual(expected ? [] : ['outgoing-payment.immutable'])
})

const priced = (receive: string, debit = '100'): Fields => ({
  receiveAmount: usd(receive),
  debitAmount: usd(debit),
})

test.each<[string, Fields, Fields, string[]]>([
  ['with a fee that moves', priced('98'), priced('97'), ['outgoing-payment.receive-amount.same']],
  ['that had no fee at first', priced('100'), priced('97'), ['outgoing-payment.immutable']],
  [
    'from a quote with a fee',
    { ...priced('98'), quoteId: quote.id },
    { ...priced('97'), quoteId: quote.id },
    ['outgoing-payment.immutable'],
  ],
  ['with a fee that stays', priced('98'), priced('98'), []],
])('the rule compares the receiveAmount of a payment in one asset %s', (_name, first, later, broken) => {
  const exchanges: Told[] = [first, later].map((fields, index) => ({
    operation: 'list-outgoing-payments',
    at: [2 * index + 1, 2 * index + 2],
    told: { result: [{ ...payment, ...fields }] },
  }))
  expect(brokenBy(outgoingPaymentAgrees, exchanges)).toEqual(broken)
})

/** Successive views of one incoming payment. */
const viewsOf = (...all: Fields[]): Told[] =>
  all.map((fields, index) => ({
    operation: 'get-incoming-payment',
    at: [2 * index + 1, 2 * index + 2],
    told: { id: 'a', ...fields },
  }))

const listed = (...all: Fields[]): Told[] =>
  viewsOf(...all).map(({ at, told }) => ({
    operation: 'list-outgoing-payments',
    at,
    told: { result: [{ updatedAt: latest, ...Object(told) }] },
  }))

const sent = 'outgoing-payment.sent-amount.grows'
const failed = 'outgoing-payment.failed.stays'
const sendsNoMore = 'outgoing-payment.failed.sends-no-more'
const received = 'incoming-payment.received-amount.grows'
const asset = 'incoming-payment.received-amount.asset'
const order = 'incoming-payment.updated-at.order'

test.each<[string, PassiveCheck, Told[], string[]]>([
  ['sentAmount rises', outgoingPaymentAgrees, listed(amounts('0'), amounts('5')), []],
  ['sentAmount falls', outgoingPaymentAgrees, listed(amounts('5'), amounts('4')), [sent]],
  [
    'sentAmount stays below an earlier value',
    outgoingPaymentAgrees,
    listed(amounts('5'), amounts('1'), amounts('4')),
    [sent],
  ],
  ['failed may turn true', outgoingPaymentAgrees, listed({ failed: false }, { failed: true }), []],
  ['failed turns false', outgoingPaymentAgrees, listed({ failed: true }, { failed: false }), [failed]],
  [
    'a failed payment sends more',
    outgoingPaymentAgrees,
    listed({ failed: true, ...amounts('2') }, { failed: true, ...amounts('2') }, { ...amounts('3') }),
    [sendsNoMore],
  ],
  [
    'a payment has sent more when it fails',
    outgoingPaymentAgrees,
    listed({ failed: false, ...amounts('2') }, { failed: true, ...amounts('3') }),
    [],
  ],
  ['a later response leaves failed out', outgoingPaymentAgrees, listed({ failed: true }, {}), []],
  [
    'failed turns false after a response without it',
    outgoingPaymentAgrees,
    listed({ failed: true }, {}, { failed: false }),
    [failed],
  ],
  [
    'completed turns false',
    incomingPaymentAgrees,
    viewsOf({ completed: true }, { completed: false }),
    ['incoming-payment.completed.stays'],
  ],
  ['updatedAt increases', incomingPaymentAgrees, viewsOf({ updatedAt: created }, { updatedAt: later }), []],
  [
    'updatedAt goes back',
    incomingPaymentAgrees,
    viewsOf({ updatedAt: latest }, { updatedAt: later }),
    [order],
  ],
  [
    'updatedAt goes back by less than a second',
    incomingPaymentAgrees,
    viewsOf({ updatedAt: '2026-11-20T07:00:02.900Z' }, { updatedAt: later }),
    [],
  ],
  [
    'updatedAt is before createdAt',
    incomingPaymentAgrees,
    viewsOf({ updatedAt: created, createdAt: later }),
    [order],
  ],
  [
    'receivedAmount and incomingAmount are in different assets',
    incomingPaymentAgrees,
    viewsOf({ incomingAmount: usd('9'), receivedAmount: { ...usd('1'), assetCode: 'EUR' } }),
    [asset],
  ],
  [
    'receivedAmount changes its scale',
    incomingPaymentAgrees,
    viewsOf({ receivedAmount: usd('1') }, { receivedAmount: { ...usd('10'), assetScale: 3 } }),
    [asset],
  ],
  [
    'receivedAmount keeps its digits in a scale in which they are worth less',
    incomingPaymentAgrees,
    viewsOf({ receivedAmount: usd('1') }, { receivedAmount: { ...usd('1'), assetScale: 3 } }),
    [asset, 'incoming-payment.received-amount.grows'],
  ],
  [
    'receivedAmount changes its asset',
    incomingPaymentAgrees,
    viewsOf({ receivedAmount: usd('2') }, { receivedAmount: { ...usd('1'), assetCode: 'EUR' } }),
    [asset],
  ],
  [
    'the metadata of an incoming payment changes with its updatedAt',
    incomingPaymentAgrees,
    viewsOf(described('a', created), described('b', later)),
    [],
  ],
  [
    'the metadata of an incoming payment changes, and its updatedAt does not',
    incomingPaymentAgrees,
    viewsOf(described('a', created), described('a', later), described('b', later)),
    ['incoming-payment.immutable'],
  ],
  [
    'the metadata of an outgoing payment changes with its updatedAt',
    outgoingPaymentAgrees,
    listed({ metadata: { a: 'a' }, updatedAt: created }, { metadata: { a: 'b' }, updatedAt: later }),
    ['outgoing-payment.immutable'],
  ],
  [
    'expiresAt moves',
    incomingPaymentAgrees,
    viewsOf({ expiresAt: later }, { expiresAt: latest }),
    ['incoming-payment.expires-at.same'],
  ],
])('the rule judges fields that change with the state: %s', (_name, check, exchanges, expected) => {
  expect(brokenBy(check, exchanges)).toEqual(expected)
})

function described(description: string, updatedAt: unknown): Fields {
  return { metadata: { description }, updatedAt, receivedAmount: usd('1') }
}

function amounts(sentValue: string): Fields {
  return { sentAmount: usd(sentValue), debitAmount: usd('5') }
}

test('an answer may show less if its request was sent before the earlier answer arrived', () => {
  const [first, second] = listed(amounts('5'), amounts('4'))
  const overlapping = [
    { ...first, at: [1, 4] },
    { ...second, at: [2, 3] },
  ] as Told[]
  expect(brokenBy(outgoingPaymentAgrees, overlapping)).toEqual([])
})

const url = `${baseUrl}/incoming-payments/1`
const [moment, soon, muchLater] = ['07:00:00.000Z', '07:00:04.900Z', '07:00:06.000Z'].map(
  (time) => `2026-11-20T${time}`,
)

/** Views of one incoming payment: read by itself, in the public form, and in the list. */
const read = (at: Told['at'], value: string, ours = moment): Told =>
  ({
    operation: 'get-incoming-payment',
    at,
    url,
    ours,
    told: { id: url, receivedAmount: usd(value) },
  }) as Told
const readPublicly = (at: Told['at'], value: string, ours = moment): Told =>
  ({
    operation: 'get-incoming-payment',
    at,
    url,
    ours,
    told: { receivedAmount: usd(value), authServer: baseUrl },
  }) as Told
const inList = (at: Told['at'], value: string, ours = moment): Told =>
  ({
    operation: 'list-incoming-payments',
    at,
    ours,
    told: { result: [{ id: url, updatedAt: created, receivedAmount: usd(value) }] },
  }) as Told

test.each<[string, Told[], string[]]>([
  ['the public form shows less', [read([1, 2], '5'), readPublicly([3, 4], '4')], [received]],
  ['the public form shows the same', [read([1, 2], '5'), readPublicly([3, 4], '5')], []],
  ['the full form shows less', [read([1, 2], '1'), readPublicly([3, 4], '5'), read([5, 6], '4')], [received]],
  [
    'the public form of an unknown incoming payment shows less',
    [readPublicly([1, 2], '5'), readPublicly([3, 4], '4')],
    [],
  ],
  ['a list shows the state of some seconds ago', [read([1, 2], '5'), inList([3, 4], '4', soon)], []],
  ['a list shows less a while later', [read([1, 2], '5'), inList([3, 4], '4', muchLater)], [received]],
  ['a list shows less than an earlier list', [inList([1, 2], '5'), inList([3, 4], '4', soon)], [received]],
  ['the single get shows less than a list', [inList([1, 2], '5'), read([3, 4], '4', soon)], [received]],
])('the rule compares the places that show a payment: %s', (_name, exchanges, expected) => {
  expect(brokenBy(incomingPaymentAgrees, exchanges)).toEqual(expected)
})

test.each<[string, string | undefined, string | undefined, string[]]>([
  ['an older state of some seconds ago', created, soon, []],
  ['less without an updatedAt', undefined, soon, []],
  ['an older state of longer ago', created, muchLater, [sent]],
  ['less under the same updatedAt', later, soon, [sent]],
])('the rule judges a later list that shows %s', (_name, updatedAt, ours, expected) => {
  const inOutgoing = (at: Told['at'], value: string, updatedAt: string | undefined, time = moment): Told =>
    ({
      operation: 'list-outgoing-payments',
      at,
      ours: time,
      told: { result: [{ ...payment, sentAmount: usd(value), updatedAt }] },
    }) as Told
  const exchanges = [inOutgoing([1, 2], '5', later), inOutgoing([3, 4], '4', updatedAt, ours)]
  const broken = brokenBy(outgoingPaymentAgrees, exchanges)
  expect(broken.filter((requirement) => requirement === sent)).toEqual(expected)
})

test('a broken agreement names the resource and the earlier exchange that showed it', () => {
  const shown = shownOf(outgoingPaymentAgrees, listed(amounts('1'), amounts('5'), amounts('5'), amounts('4')))
  expect(shown.at(-1)?.find(({ held }) => !held)).toMatchObject({ resource: 'a', earlier: 2 })
})

test.each<[string, Told[], string[]]>([
  ['the quote', [madeQuote([1, 2]), readQuote([3, 4], quote.id)], []],
  ['another quote', [madeQuote([1, 2]), readQuote([3, 4], `${quote.id}2`)], ['quote.id.readable']],
  ['no quote', [madeQuote([1, 2]), { ...readQuote([3, 4], ''), status: 404 }], []],
  ['a quote that was not shown before', [readQuote([1, 2], `${quote.id}2`)], []],
])('the rule judges a read by the id of a quote that returns %s', (_name, exchanges, expected) => {
  expect(brokenBy(quoteAgrees, exchanges)).toEqual(expected)
})

function madeQuote(at: Told['at']): Told {
  return { operation: 'create-quote', at, status: 201, told: { id: quote.id } }
}

function readQuote(at: Told['at'], id: string): Told {
  return { operation: 'get-quote', at, url: quote.id, told: { id } }
}

test('incoming payments of two services under one host may have equal last segments', () => {
  const at = (service: string, path: string) => `${baseUrl}/${service}/incoming-payments${path}`
  const shownAt = (service: string, id: string): Fields => ({
    id: at(service, '/1'),
    receivedAmount: usd(id),
  })
  const page: Told = {
    operation: 'list-incoming-payments',
    at: [1, 2],
    url: at('one', '?wallet-address=w'),
    told: { result: [shownAt('one', '5')] },
  }
  const readAt = (service: string, told: Fields): Told => ({
    operation: 'get-incoming-payment',
    at: [3, 4],
    url: at(service, '/1'),
    told,
  })
  expect(brokenBy(incomingPaymentAgrees, [page, readAt('two', shownAt('two', '4'))])).toEqual([])
  expect(brokenBy(incomingPaymentAgrees, [page, readAt('one', shownAt('two', '4'))])).toEqual([
    'incoming-payment.id.readable',
  ])
})
