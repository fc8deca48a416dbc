import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { Known } from '../../src/check/known.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { UnshownCreation } from '../../src/check/unshown-creation.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { Target } from '../../src/target-file/target.ts'
import { pageIn } from '../support/walk.ts'
import { expectNoPaymentByQuote } from './no-payment-by-quote.ts'

const createdAt = '2026-11-20T07:00:00Z'

const receiver = 'https://wallet.example/incoming-payments/1'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

const pageOf = (...items: object[]) => {
  const json = { pagination: {}, result: items }
  const answer: Answer = {
    exchange: 1,
    method: 'GET',
    url: '/',
    response: { status: 200, headers: {}, text: '', json },
  }
  const page = pageIn(answer)
  if (!page) throw new Error('a page that cannot be read')
  return page
}

const quote: Known = {
  kind: 'quote',
  id: 'q',
  createdWith: 'tokens.full',
  shownTo: ['tokens.full'],
  receiver,
  createdAt,
}

const paid = (id: string, more: object = {}) => ({
  id,
  receiver,
  debitAmount: usd('100'),
  receiveAmount: usd('100'),
  createdAt,
  ...more,
})

const refused: UnshownCreation = {
  check: 'a/check',
  draft: { operation: 'create-outgoing-payment', method: 'POST', path: '/', body: { quoteId: 'q' } },
  answer: {
    exchange: 2,
    method: 'POST',
    url: '/',
    response: { status: 400, headers: {}, text: '', json: {} },
  },
}

interface Circumstances {
  known?: Known[]
  after?: object[]
  unshown?: UnshownCreation[]
}

/** Returns the observations if the list shows `before`, and `after` once further quotes were created. */
const observedIn = async (
  before: object[],
  { known = [quote], after = before, unshown = [] }: Circumstances = {},
) => {
  const made = { id: 'fresh', receiver, debitAmount: usd('100'), receiveAmount: usd('100') }
  let sent = 0
  const { session, log } = scriptedSession(() => 201, {
    send: async () => {
      const response = { status: 201, headers: {}, text: '', json: made }
      return { exchange: ++sent, method: 'POST', url: '/quotes', response }
    },
    target: {
      profile: loadProfile('interface'),
      limits: { settleTimeout: 0 },
      tokens: {},
      walletAddress: 'https://wallet.example/alice',
    } as unknown as Target,
    memory: { unshown: () => unshown, known: () => new Map(known.map((one) => [one.id, one])) },
  })
  const holds = await expectNoPaymentByQuote(session, [pageOf(...before)], async () => [pageOf(...after)])
  return { holds, observed: log.observed.map(({ outcome }) => outcome), sent }
}

test('a list without unrequested payments shows that quotes create no payments', async () => {
  expect(await observedIn([])).toEqual({ holds: true, observed: ['held'], sent: 0 })
})

test('a run without quotes makes no claim', async () => {
  expect(await observedIn([paid('p')], { known: [] })).toEqual({ holds: true, observed: [], sent: 0 })
})

test('a payment of a quote that no request paid counts as made by creating the quote', async () => {
  expect(await observedIn([paid('p', { quoteId: 'q' })])).toEqual({
    holds: false,
    observed: ['broken'],
    sent: 0,
  })
})

test.each<[string, Circumstances]>([
  ['was paid', { known: [{ ...quote, paid: true }] }],
  ['a refused request named', { unshown: [refused] }],
])('a payment of a quote that %s counts only if new quotes create payments', async (_, circumstances) => {
  const before = [paid('p', { quoteId: 'q' })]
  expect((await observedIn(before, circumstances)).observed).toEqual(['held'])
  const after = [...before, paid('r', { quoteId: 'fresh' })]
  expect((await observedIn(before, { ...circumstances, after })).observed).toEqual(['broken'])
})

test('a payment without quoteId counts only if new quotes create payments of their amounts', async () => {
  const before = [paid('p')]
  expect(await observedIn(before)).toEqual({ holds: true, observed: ['held'], sent: 3 })
  expect((await observedIn(before, { after: [...before, paid('r')] })).observed).toEqual(['broken'])
  const other = paid('r', { debitAmount: usd('7'), receiveAmount: usd('7') })
  expect((await observedIn(before, { after: [...before, other] })).observed).toEqual(['held'])
})

test.each([
  ['into another receiver', { receiver: `${receiver}2` }],
  ['long before the quote', { createdAt: '2026-11-20T06:00:00Z' }],
  ['from the quote of somebody else', { quoteId: 'other' }],
])('a payment %s does not count against the server', async (_, more) => {
  expect(await observedIn([paid('p', more)])).toEqual({ holds: true, observed: ['held'], sent: 0 })
})
