import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  requirements,
  run,
} from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { json } from './json.ts'
import { evidenceIn, readReport } from './read-report.ts'

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
