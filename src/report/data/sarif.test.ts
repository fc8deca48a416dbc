import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../exit-code.ts'
import { end, evidence, exchange, failed, plan, requirements, run, viewSaying } from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { sarif } from './sarif.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
}

const schema = join(
  dirname(fileURLToPath(import.meta.resolve('@microsoft/jest-sarif'))),
  'schemas/sarif-2.1.0-rtm.5.json',
)
const ajv = new Ajv({ strict: false, unicodeRegExp: false })
addFormats.default(ajv)
// Apart from these two members, the schema has nothing particular to draft 4, which it names.
const { $schema: _, id: __, ...draft7 } = JSON.parse(readFileSync(schema, 'utf8'))
const isLog = ajv.compile(draft7)

const logOf = (view: RunView, more: Partial<ReportOptions> = {}) => {
  const log = JSON.parse(sarif(view, { ...options, ...more }))
  expect(isLog(log), JSON.stringify(isLog.errors)).toBe(true)
  const [only] = log.runs
  return only
}

const target = { ...run().target, line: 3 }
const of = (...events: RunEvent[]): RunView =>
  viewOf([run({ target }), plan('a/1', 'a/2'), ...events, end()], requirements)

const broken = of(
  exchange(1, 'a/1'),
  failed('a/1', evidence({ exchange: 1 })),
  failed('a/2', evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' })),
)

test('each finding is a result at the line of the target file, and each requirement is a rule', () => {
  const { tool, results, invocations } = logOf(broken)
  expect(tool.driver.rules).toMatchObject([
    { id: 'token.known', defaultConfiguration: { level: 'error' } },
    { id: 'errors.401.token-invalid', defaultConfiguration: { level: 'warning' } },
  ])
  expect(results).toMatchObject([
    {
      ruleId: 'token.known',
      ruleIndex: 0,
      level: 'error',
      message: { text: expect.stringMatching(/^Broken: What token\.known says\ncheck: a\/1\nsent: POST /) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'op-conformance.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3 },
          },
          logicalLocations: [{ name: 'create-quote' }],
        },
      ],
      webRequest: { method: 'POST', target: 'https://wallet.example/op/quotes' },
      webResponse: { statusCode: 201 },
    },
    { ruleId: 'errors.401.token-invalid', ruleIndex: 1, level: 'warning' },
  ])
  expect(invocations).toMatchObject([{ executionSuccessful: true, exitCode: 1 }])
})

test('a failed SHOULD is an error if it is enforced', () =>
  expect(logOf(broken, { enforce: 'should' }).results[1].level).toBe('error'))

test('a known failure is suppressed, with its link', () => {
  const asKnown = [
    { check: 'a/1', fails: [], until: '2999-12-31', link: 'https://issues.example/42', line: 1 },
  ]
  const [first, second] = logOf(broken, { known: { file: 'known.yaml', asKnown, mismatches: [] } }).results
  expect(first.suppressions).toEqual([
    { kind: 'external', justification: 'until 2999-12-31, https://issues.example/42' },
  ])
  expect(second).not.toHaveProperty('suppressions')
})

test('the fingerprint of a finding is the same in the next run', () => {
  const fingerprints = (number: number) =>
    logOf(of(exchange(number, 'a/1'), failed('a/1', evidence({ exchange: number })))).results.map(
      ({ partialFingerprints }: { partialFingerprints: unknown }) => partialFingerprints,
    )
  expect(fingerprints(8)).toEqual(fingerprints(1))
})

test.each(['x', ' %/?#é\u0000\ud800', '\n::error::'])(
  'the log for a server that says %j is valid by the SARIF schema',
  (said) => {
    expect(logOf(viewSaying(said)).results.length).toBeGreaterThan(3)
  },
)

test('brackets and braces in a server’s text make no links and no placeholders', () => {
  const got = '[click](https://evil.example) {0} {{1}}'
  const [{ message }] = logOf(of(exchange(1, 'a/1'), failed('a/1', evidence({ exchange: 1, got })))).results
  expect(message.text).toContain('\\[click\\](https://evil.example) {{0}} {{{{1}}}}')
  expect(message.text).not.toMatch(/(?<!\\)[[\]]/)
  for (const { message } of logOf(viewSaying('[a](b){0}')).results)
    expect(message.text).not.toMatch(/(?<!\\)[[\]]|(?<!\{)\{0\}(?!\})/)
})
