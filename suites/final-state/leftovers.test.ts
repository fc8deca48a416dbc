import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { Known, KnownResources } from '../../src/check/known.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { UnshownCreation } from '../../src/check/unshown-creation.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { Target } from '../../src/target-file/target.ts'
import { pageIn } from '../support/walk.ts'
import { expectNoLeftovers } from './leftovers.ts'

const date = new Date('2026-11-20T07:00:00Z').toUTCString()

const pageOf = (...items: object[]) => {
  const json = { pagination: {}, result: items }
  const answer: Answer = {
    exchange: 1,
    method: 'GET',
    url: '/',
    response: { status: 200, headers: { date }, text: '', json },
  }
  const page = pageIn(answer)
  if (!page) throw new Error('a page that cannot be read')
  return page
}

const refusal: Answer = {
  exchange: 2,
  method: 'POST',
  url: '/',
  response: { status: 403, headers: { date }, text: '', json: {} },
}

const unanswered: Answer = {
  exchange: 3,
  method: 'POST',
  url: '/',
  failure: { code: 'timeout', message: 'no answer in time' },
}

const body = { quoteId: 'q' }
const item = { id: 'a', quoteId: 'q', createdAt: '2026-11-20T07:00:01Z' }

const refusedBy = (check: string, fields: object = body): UnshownCreation => ({
  check,
  draft: { operation: 'create-outgoing-payment', method: 'POST', path: '/', body: fields },
  answer: refusal,
})

/**
 * Returns the observations of a list that first shows `before`, and then `after`, once a refused payment of the quote was sent again.
 */
const observedIn = async (
  before: object[],
  after: object[] = before,
  refused = [refusedBy('a/check')],
  known: KnownResources = new Map(),
) => {
  const { session, log } = scriptedSession(() => 403, {
    target: { profile: loadProfile('interface'), limits: { settleTimeout: 0 } } as Target,
    memory: { unshown: () => refused, known: () => known },
  })
  await expectNoLeftovers(session, 'list-outgoing-payments', [pageOf(...before)], async () => [
    pageOf(...after),
  ])
  return { observed: log.observed.map(({ outcome }) => outcome), sent: log.sent }
}

const marked = { ...item, id: 'b', metadata: { opConformance: '7 1 0' } }

test('a list that shows nothing from a refused request keeps the requirement', async () => {
  expect(await observedIn([])).toEqual({ observed: ['held'], sent: [] })
})

test('an item with the mark of a repeated and refused request breaks the requirement', async () => {
  const { observed, sent } = await observedIn([item], [item, marked])
  expect(observed).toEqual(['broken'])
  expect(sent).toMatchObject([{ body: { quoteId: 'q', metadata: { opConformance: '7 1 0' } } }])
})

test.each([
  ['is not made again', [item]],
  ['is made again without the mark', [item, { ...marked, metadata: { order: 17 } }]],
])('an item that %s may come from another client, and makes no claim', async (_, after) => {
  expect((await observedIn([item], after)).observed).toEqual([])
})

test('an item created long before or after the refusal does not count against the server', async () => {
  for (const createdAt of ['2026-11-20T06:59:00Z', '2026-11-20T07:01:00Z'])
    expect(await observedIn([{ ...item, createdAt }])).toEqual({ observed: ['held'], sent: [] })
})

test('if there are many suspects, the harness resends some requests of each check', async () => {
  const many = Array.from({ length: 200 }, () => refusedBy('a/check', {}))
  const { sent } = await observedIn([item], [item], [...many, refusedBy('b/check', { receiver: 'r' })])
  expect(sent.map(({ body: fields }) => fields)).toContainEqual(expect.objectContaining({ receiver: 'r' }))
  expect(sent.length).toBeLessThan(200)
})

test('requests that name the quote of an unexplained item are resent first', async () => {
  const many = Array.from({ length: 200 }, (_, number) => refusedBy(`a/${number}`, {}))
  const { sent } = await observedIn([item], [item], [...many, refusedBy('a/0')])
  expect(sent[0]).toMatchObject({ body })
})

const known = new Map<string, Known>([
  ['q', { kind: 'quote', id: 'q', createdWith: 'tokens.full', shownTo: [] }],
  ['a', { kind: 'outgoing-payment', id: 'a', createdWith: 'tokens.full', shownTo: [], quoteId: 'q' }],
])

test('a second payment of a quote of this run breaks the requirement without a resent request', async () => {
  const { observed, sent } = await observedIn([item, { ...item, id: 'b' }], [], [refusedBy('a/check')], known)
  expect([observed, sent]).toEqual([['broken'], []])
})

test('a payment listed under another id than the known one needs a resent request', async () => {
  const before = [{ ...item, id: 'b' }]
  const { observed, sent } = await observedIn(before, before, [refusedBy('a/check')], known)
  expect([observed, sent.length]).toEqual([[], 1])
})

test('an item that an unanswered request may have created counts as explained', async () => {
  const before = [item, { ...item, id: 'b' }]
  const refused = [refusedBy('a/check'), { ...refusedBy('b/check'), answer: unanswered }]
  expect(await observedIn(before, before, refused, known)).toEqual({ observed: ['held'], sent: [] })
})

test('requests that ask for the amount of an unexplained item are resent first', async () => {
  const debitAmount = { value: '251', assetCode: 'USD', assetScale: 2 }
  const many = Array.from({ length: 200 }, (_, number) => refusedBy(`a/${number}`, {}))
  const before = [{ id: 'a', debitAmount }]
  const { sent } = await observedIn(before, before, [...many, refusedBy('a/0', { debitAmount })])
  expect(sent[0]).toMatchObject({ body: { debitAmount } })
})

test('requests with the metadata of an unexplained item are resent before others for the same amount', async () => {
  const debitAmount = { value: '251', assetCode: 'USD', assetScale: 2 }
  const metadata = { note: 'in circumstances' }
  const many = Array.from({ length: 200 }, (_, number) => refusedBy(`a/${number}`, { debitAmount }))
  const before = [{ id: 'a', debitAmount, metadata }]
  const rare = refusedBy('a/0', { debitAmount })
  const refused = [...many, { ...rare, draft: { ...rare.draft, furtherFields: { metadata } } }]
  const { sent } = await observedIn(before, before, refused)
  expect(sent[0]).toMatchObject({ furtherFields: { metadata } })
})

test('a request with metadata that is no object may have made an unexplained item without metadata', async () => {
  const debitAmount = { value: '251', assetCode: 'USD', assetScale: 2 }
  const inRow = { debitAmount, metadata: { note: 'in circumstances' } }
  const many = Array.from({ length: 200 }, (_, number) => refusedBy(`a/${number}`, inRow))
  const before = [{ id: 'a', debitAmount }]
  const { sent } = await observedIn(before, before, [
    ...many,
    refusedBy('a/0', { debitAmount, metadata: [] }),
  ])
  expect(sent[0]).toMatchObject({ body: { metadata: [] } })
})

test('requests from the second of an unexplained item are resent before others for the same amount', async () => {
  const debitAmount = { value: '251', assetCode: 'USD', assetScale: 2 }
  const many = Array.from({ length: 200 }, (_, number) => refusedBy(`a/${number}`, { debitAmount }))
  const before = [{ id: 'a', debitAmount, createdAt: '2026-11-20T07:00:05.200Z' }]
  const response = { status: 403, headers: { date: new Date('2026-11-20T07:00:05Z').toUTCString() } }
  const late = {
    ...refusedBy('a/0', { debitAmount, receiver: 'r' }),
    answer: { ...refusal, response: { ...response, text: '', json: {} } },
  }
  const { sent } = await observedIn(before, before, [...many, late])
  expect(sent[0]).toMatchObject({ body: { receiver: 'r' } })
})
