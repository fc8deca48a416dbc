import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { reportOf } from './data/json.ts'
import { loadSchemas } from './schemas.ts'
import { closed } from './testing/closed.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  planned,
  requirements,
  run,
  verdict,
} from './testing/record.ts'
import { viewOf } from './view.ts'

const published = loadSchemas()
const strict = loadSchemas(closed)

const note = {
  requirement: 'token.scheme',
  got: 'status 200',
  subject: 'get-quote',
  given: 'Bearer',
  exchange: 3,
}
const { response: _, ...unanswered } = exchange(2, 'a/one')

const events: RunEvent[] = [
  run({ overrides: { query: { first: 'limit' } } }),
  plan('a/one', planned('a/two', { passive: 'listening', missing: ['receivers.open'] })),
  { type: 'check', check: 'a/one', state: 'started', seed: -3 },
  { type: 'check', check: 'a/one', state: 'skipped', missing: ['receivers.open'], subject: 'get-quote' },
  { type: 'check', check: 'a/one', state: 'skipped', missing: ['receivers.open'] },
  { type: 'check', check: 'a/one', state: 'ended' },
  { type: 'check', check: 'a/one', state: 'ended', reason: 'no quote could be created' },
  { type: 'check', check: 'a/one', state: 'ended', error: { message: 'ours', stack: 'Error: ours' } },
  exchange(1, 'a/one', { request: { ...exchange(1, '').request, altered: ['body'] } }),
  { ...unanswered, failure: { code: 'reset', message: 'connection reset' } },
  brokenClaim('a/one', {
    given: [1, null, { a: 'b' }],
    subject: 'get-quote',
    exchange: 1,
    behind: 0,
    derived: true,
  }),
  { type: 'observation', check: 'a/one', control: 0, outcome: 'held', want: 'accepted', got: 'status 201' },
  passed('a/one', 'token.known'),
  failed('a/one', evidence({ given: null, subject: 'get-quote', exchange: 1 })),
  verdict(
    'a/one',
    { status: 'inconclusive', reason: 'why' },
    { notes: [note], partly: ['get-quote: a key'] },
  ),
  verdict('a/one', { status: 'skipped', missing: ['tokens.expired'] }),
  verdict('a/one', { status: 'error', message: 'ours', stack: 'Error: ours' }),
  end(),
  end({ outcome: 'not judged', sentence: 'Nothing listens there.' }),
]

test.each(events.map((event) => [event.type, event]))(
  'events.json describes every key of this %s event: %#',
  (_, event) => {
    expect(strict.event(event), JSON.stringify(strict.event.errors)).toBe(true)
    expect(published.event(event)).toBe(true)
  },
)

test('events.json allows keys that a later release adds', () =>
  expect(published.event({ ...end(), duration: 3 })).toBe(true))

test.each<[string, unknown]>([
  ['another type', { type: 'remark', check: 'a/one' }],
  ['no type', { check: 'a/one' }],
  ['another version', { ...run(), version: 2 }],
  ['another state', { type: 'check', check: 'a/one', state: 'paused' }],
  ['another verdict', { ...passed('a/one'), verdict: { status: 'flaky' } }],
  ['a failed verdict without evidence', { ...failed('a/one'), verdict: { status: 'failed', evidence: [] } }],
  ['an exchange with neither response nor failure', unanswered],
  [
    'an operation that is not of the interface',
    exchange(1, 'a/one', { operation: JSON.parse('"delete-quote"') }),
  ],
  ['an amount of exchanges as text', { ...exchange(1, 'a/one'), number: '1' }],
  ['another outcome', { ...end(), outcome: 'won' }],
])('events.json refuses %s', (_, event) => expect(published.event(event)).toBe(false))

test('report.json describes every key of a report', () => {
  const record: RunEvent[] = [
    run(),
    plan('a/one', 'a/two', 'a/three', 'a/four', planned('a/five', { passive: 'expected' })),
    { type: 'check', check: 'a/one', state: 'started', seed: 5 },
    exchange(1, 'a/one'),
    brokenClaim('a/one', { exchange: 1 }),
    failed(
      'a/one',
      evidence({ exchange: 1, given: { a: 1 }, subject: 'get-quote' }),
      evidence({ requirement: 'right.wallet.list' }),
      evidence({ requirement: 'quote.disputed', grade: 'note' }),
    ),
    verdict('a/two', { status: 'inconclusive', reason: 'why' }, { notes: [note] }),
    verdict('a/three', { status: 'skipped', missing: ['tokens.expired'] }),
    verdict('a/four', { status: 'error', message: 'ours' }),
    end({ outcome: 'not judged', sentence: 'Because.' }),
  ]
  const report = JSON.parse(
    JSON.stringify(reportOf(viewOf(record, requirements), { complete: true, enforce: 'should' })),
  )
  expect(strict.report(report), JSON.stringify(strict.report.errors)).toBe(true)
  expect(report.exchanges).toHaveLength(1)
})
