import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { closedSchemas } from '../testing/closed-schemas.ts'
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
} from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { evidenceIn, json, loadSchemas, readReport, reportOf } from './json.ts'

const path = 'reports/my-wallet/report.json'

const written = (...events: RunEvent[]): string =>
  json(viewOf([run(), ...events, end()], requirements), { complete: false, enforce: 'must' })

const text = written(
  plan('tokens/expired', 'tokens/revoked', 'tokens/unknown'),
  { type: 'check', check: 'tokens/expired', state: 'started', seed: 99 },
  exchange(4, 'tokens/expired'),
  brokenClaim('tokens/expired', { exchange: 4 }),
  failed(
    'tokens/expired',
    evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' }),
    evidence({ exchange: 4, subject: 'create-quote', given: { value: '1' } }),
  ),
  passed('tokens/revoked'),
)

test('reading a report returns what was written', () => {
  const report = readReport(text, path)
  expect(report).toMatchObject({ version: 1, exitCode: 1, outcome: 'complete', run: { seed: 42 } })
  expect(report.checks.map(({ id, seed }) => [id, seed])).toEqual([
    ['tokens/expired', 99],
    ['tokens/revoked', undefined],
    ['tokens/unknown', undefined],
  ])
})

test('the gravest evidence of a check comes first, with its exchange', () => {
  const [first, second] = evidenceIn(readReport(text, path), 'tokens/expired', path)
  expect(first.evidence).toMatchObject({ grade: 'failure', subject: 'create-quote', given: { value: '1' } })
  expect(first.exchange).toMatchObject({ number: 4, request: { method: 'POST' }, response: { status: 201 } })
  expect(second).toEqual({
    evidence: evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' }),
  })
})

test.each([
  [
    'no JSON',
    'GNAP secret-token',
    'ERR_REPORT_NO_JSON',
    `${path}: the file is not JSON; give the report.json of a run`,
  ],
  [
    'an events file',
    '{"type":"end"}',
    'ERR_REPORT_INVALID',
    `${path}: the file is not a report.json; give the report.json of a run`,
  ],
  [
    'nothing',
    'null',
    'ERR_REPORT_INVALID',
    `${path}: the file is not a report.json; give the report.json of a run`,
  ],
  [
    'a report of another version',
    '{"version":2}',
    'ERR_REPORT_VERSION',
    `${path}: the report has version 2, but this op-conformance reads version 1; use the op-conformance that wrote it`,
  ],
  [
    'a report with something missing',
    '{"version":1}',
    'ERR_REPORT_INVALID',
    `${path}: the file is not a report.json: must have run; give it as a run wrote it`,
  ],
  [
    'a report with something else in it',
    text.replace('"seed": 42', '"seed": "secret-token"'),
    'ERR_REPORT_INVALID',
    `${path}: the file is not a report.json: /run/seed must be an integer; give it as a run wrote it`,
  ],
])('%s is refused, and the message gives the place but no values', (_, wrong, code, message) =>
  expect(() => readReport(wrong, path)).toThrow(expect.objectContaining({ code, message })),
)

test.each([
  [
    'tokens/expird',
    'ERR_REPORT_UNKNOWN_CHECK',
    `${path}: the report has no check "tokens/expird"; did you mean "tokens/expired"?`,
  ],
  [
    'tokens/revoked',
    'ERR_REPORT_NO_FINDING',
    `${path}: "tokens/revoked" has no finding, its verdict is passed; name a check that failed`,
  ],
  [
    'tokens/unknown',
    'ERR_REPORT_NO_FINDING',
    `${path}: "tokens/unknown" has no finding, its verdict is absent, as it was not run; name a check that failed`,
  ],
])('%s has nothing to replay, and the message says why', (id, code, message) =>
  expect(() => evidenceIn(readReport(text, path), id, path)).toThrow(
    expect.objectContaining({ code, message }),
  ),
)

const published = loadSchemas()
const strict = closedSchemas()

const note = {
  requirement: 'token.scheme',
  got: 'status 200',
  subject: 'get-quote',
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
  ['another version', { ...run(), version: 4 }],
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
