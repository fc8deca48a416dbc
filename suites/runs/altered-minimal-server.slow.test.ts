import { expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { brokenIn, exitCodeAfter, recordOf } from '../testing/against-mock.ts'
import { eachOf, isCreated, through, without } from '../testing/altered-minimal-server.ts'
import type { Alter } from '../testing/altering-proxy.ts'

const asDouble = (amount: unknown): unknown =>
  isObject(amount) ? { ...amount, value: String(BigInt(Math.round(Number(amount['value'])))) } : amount

/** A cache that answers everybody with the first response it saw for the path. */
const carelessCache = (): Alter => {
  const seen = new Map<string, unknown>()
  return (passing) => {
    const { method, path, status, json } = passing
    if (method !== 'GET') return passing
    if (status === 200) seen.set(path, json)
    return seen.has(path) ? { ...passing, status: 200, json: seen.get(path) } : passing
  }
}

/** Returns the page that was asked for first, whatever is asked for later. */
const stuckPage = (): Alter => {
  let first: unknown
  return (passing) => {
    if (!passing.path.endsWith('/incoming-payments') || passing.status !== 200) return passing
    first ??= passing.json
    return { ...passing, json: first }
  }
}

const defects: ReadonlyArray<{ defect: string; alter: Alter; breaks: string; grade?: 'warning' }> = [
  {
    defect: 'a quote without receiveAmount',
    alter: eachOf('/quotes', without('receiveAmount')),
    breaks: 'quote.receive-amount.present',
  },
  {
    defect: 'a debitAmount that went through a double',
    alter: eachOf('/quotes', (quote) => ({ ...quote, debitAmount: asDouble(quote['debitAmount']) })),
    breaks: 'create-quote.fixed-send',
  },
  {
    defect: 'a payment that leaves out updatedAt',
    alter: eachOf('/outgoing-payments', without('updatedAt')),
    breaks: 'outgoing-payment.updated-at.present',
  },
  {
    defect: 'a payment whose sentAmount is a number',
    alter: eachOf('/outgoing-payments', (payment) => ({
      ...payment,
      sentAmount: { ...Object(payment['sentAmount']), value: 0 },
    })),
    breaks: 'amount.value.uint64',
  },
  {
    defect: 'an incoming payment that never completes',
    alter: eachOf('/incoming-payments', (payment) =>
      'completed' in payment ? { ...payment, completed: false } : payment,
    ),
    breaks: 'incoming-payment.completed.when-full',
    grade: 'warning',
  },
  {
    defect: '401 without WWW-Authenticate',
    alter: (passing) =>
      passing.status === 401
        ? { ...passing, headers: without('www-authenticate')(passing.headers) as never }
        : passing,
    breaks: 'errors.401.www-authenticate',
  },
  {
    defect: 'a created payment answered 200',
    alter: (passing) => (isCreated(passing, '/outgoing-payments') ? { ...passing, status: 200 } : passing),
    breaks: 'create-outgoing-payment.status.201',
  },
  { defect: 'a cache that answers whoever asks', alter: carelessCache(), breaks: 'token.required' },
  { defect: 'a list that is stuck at its first page', alter: stuckPage(), breaks: 'list.cursor' },
  {
    defect: 'pages that name no next one',
    alter: (passing) => {
      const { json } = passing
      if (!isObject(json) || !isObject(json['pagination'])) return passing
      return { ...passing, json: { ...json, pagination: { ...json['pagination'], hasNextPage: false } } }
    },
    breaks: 'page.has-next-page.walk',
  },
]

test.for(defects)(
  'the harness notices a proxy that makes of minimal-server $defect',
  async ({ alter, breaks, grade = 'failure' }) => {
    const events = await recordOf(await through({ alter }), { only: [breaks] })
    expect(brokenIn(events).get(breaks)).toBe(grade)
    expect(exitCodeAfter(events)).toBe(grade === 'failure' ? 1 : 0)
    expect(exitCodeAfter(events, { enforce: 'should' })).toBe(1)
  },
)

test('minimal-server behind a proxy that alters nothing breaks none of these requirements', async () => {
  const events = await recordOf(await through({ alter: (same) => same }), {
    only: defects.map(({ breaks }) => breaks),
  })
  expect([...brokenIn(events)]).toEqual([])
  expect(exitCodeAfter(events)).toBe(0)
})
