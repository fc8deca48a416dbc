import { expect, test } from 'vitest'
import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import { end, evidence, exchange, failed, plan, requirements, run } from '../testing/record.ts'
import { text } from '../text/text.ts'
import { viewOf } from '../view.ts'

const { request } = exchange(0, '')

const sent = (number: number, check: string, status: number, more: Partial<ExchangeEvent> = {}) =>
  exchange(number, check, { response: { status, headers: {}, body: '' }, ...more })

const signedWith = (more: object) => (request.signing ? { signing: { ...request.signing, ...more } } : {})

const repeated = (check: string): RunEvent => ({ type: 'repeat', check, state: 'started' })
const judged = (check: string, outcome: 'passed' | 'failed'): RunEvent => ({
  type: 'repeat',
  check,
  state: 'judged',
  repetition: { outcome },
})

const trailOf = (...events: RunEvent[]) =>
  viewOf([run(), plan('a/cause', 'b/shown', 'c/other'), ...events, end()], requirements).findings[0]
    ?.occurrences[0].trail

test('the trail of an unstable failure is what came before it with the same token, and not before the repetition', () =>
  expect(
    trailOf(
      sent(1, 'a/cause', 400),
      sent(2, 'b/shown', 400),
      failed('b/shown', evidence({ exchange: 2 })),
      repeated('b/shown'),
      sent(3, 'c/other', 201),
      sent(4, 'b/shown', 201),
      judged('b/shown', 'passed'),
    ),
  ).toContainEqual({
    shares: 'token',
    check: 'a/cause',
    before: 'create-quote (status 400)',
    passing: 'create-quote (status 201)',
  }))

test('requests that also came before the repetition, or at the same time, are not part of the trail', () => {
  const other = { request: { ...request, token: 'tokens.readOnly' }, operation: 'get-quote' as const }
  expect(
    trailOf(
      sent(1, 'a/cause', 201),
      sent(2, 'c/other', 400, { ...other, sent: 3, received: 9 }),
      sent(3, 'b/shown', 400, { sent: 5, received: 11 }),
      failed('b/shown', evidence({ exchange: 3 })),
      repeated('b/shown'),
      sent(10, 'a/cause', 201),
      sent(11, 'b/shown', 201),
      judged('b/shown', 'passed'),
    )?.filter(({ shares }) => shares === 'token'),
  ).toEqual([])
})

test('a request that got the same answer in words is the trail, and not a later one', () => {
  const refused = { status: 400, headers: {}, body: '{"message":"no debitAmount"}' }
  expect(
    trailOf(
      exchange(1, 'a/cause', { response: refused, operation: 'create-outgoing-payment' }),
      sent(2, 'c/other', 201),
      exchange(3, 'b/shown', { response: refused }),
      failed('b/shown', evidence({ exchange: 3 })),
      repeated('b/shown'),
      sent(4, 'b/shown', 201),
      judged('b/shown', 'passed'),
    )?.map(({ check, before }) => [check, before]),
  ).toContainEqual(['a/cause', 'create-outgoing-payment (status 400)'])
})

test('a failure that happens each time has no trail', () =>
  expect(
    trailOf(
      sent(1, 'a/cause', 400),
      sent(2, 'b/shown', 400),
      failed('b/shown', evidence({ exchange: 2 })),
      repeated('b/shown'),
      sent(3, 'b/shown', 400),
      judged('b/shown', 'failed'),
    ),
  ).toBeUndefined())

test('a connection that is reset once and closed once is not answered otherwise', () => {
  const lost = (number: number, code: 'reset' | 'closed'): ExchangeEvent => {
    const { response: _, ...event } = exchange(number, 'b/shown')
    return { ...event, failure: { code, message: code } }
  }
  expect(
    trailOf(
      lost(1, 'closed'),
      lost(2, 'reset'),
      failed('b/shown', evidence({ exchange: 2 })),
      repeated('b/shown'),
      lost(3, 'reset'),
      judged('b/shown', 'failed'),
    ),
  ).toBeUndefined()
})

test('a failure that happens each time has a trail if the same request was answered otherwise earlier', () => {
  const events = [
    sent(1, 'b/shown', 201),
    sent(2, 'a/cause', 400, { request: { ...request, body: '{"walletAddress":"x"}' } }),
    sent(3, 'b/shown', 400),
    failed('b/shown', evidence({ exchange: 3 })),
    repeated('b/shown'),
    sent(4, 'b/shown', 400),
    judged('b/shown', 'failed'),
  ]
  expect(trailOf(...events)).toContainEqual({
    shares: 'token',
    check: 'a/cause',
    before: 'create-quote (status 400)',
    same: 1,
  })
  const view = viewOf([run(), plan('a/cause', 'b/shown'), ...events, end()], requirements)
  const options = { verbose: false, report: 'report.json', complete: false, enforce: 'must' } as const
  expect(text(view, options)).toContain(
    'repeated  failed again with the same values; the same request was answered otherwise before, in exchange 1; with the same token, create-quote (status 400) of a/cause came before this one; before that one, nothing did',
  )
})

test.each<[string, Partial<ExchangeEvent['request']>]>([
  [
    'was signed over something else',
    { altered: ['url'], ...signedWith({ base: '"@target-uri": http://op' }) },
  ],
  ['has a signature under another label', signedWith({ label: 'mine' })],
  ['has a signature of which the record keeps only that it was altered', { altered: ['signature'] }],
  ['has another header', { headers: { cookie: 'a=1' } }],
])('a request that %s is not the same request', (_, change) => {
  const altered = { request: { ...request, altered: ['url'], ...change } }
  const plain = { request: { ...request, altered: ['url'] } }
  const failing = change.altered?.includes('signature') ? altered : plain
  expect(
    trailOf(
      sent(1, 'b/shown', 201, altered),
      sent(2, 'a/cause', 400, { request: { ...request, body: '{"walletAddress":"x"}' } }),
      sent(3, 'b/shown', 400, failing),
      failed('b/shown', evidence({ exchange: 3 })),
      repeated('b/shown'),
      sent(4, 'b/shown', 400, failing),
      judged('b/shown', 'failed'),
    ),
  ).toBeUndefined()
})

test('an unstable finding says what was different before the repetition that passed', () => {
  const view = viewOf(
    [
      run(),
      plan('a/cause', 'b/shown', 'c/other'),
      sent(1, 'a/cause', 400),
      sent(2, 'b/shown', 400),
      failed('b/shown', evidence({ exchange: 2 })),
      repeated('b/shown'),
      sent(3, 'c/other', 201),
      sent(4, 'b/shown', 201),
      judged('b/shown', 'passed'),
      end(),
    ],
    requirements,
  )
  const options = { verbose: false, report: 'report.json', complete: false, enforce: 'must' } as const
  expect(text(view, options)).toContain(
    'repeated  unstable: it passed with the same values, but still counts as failed; with the same token, create-quote (status 400) of a/cause came before it; before the repetition that passed, create-quote (status 201) did',
  )
})
