import { beforeAll, expect, test } from 'vitest'
import { against } from '../../suites/testing/against-mock.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import type { RunEvent } from '../core/events.ts'
import { evidenceIn, json, readReport } from './data/json.ts'
import type { ReportOptions } from './exit-code.ts'
import { closedSchemas } from './testing/closed-schemas.ts'
import { text } from './text/text.ts'
import { viewOf } from './view.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
}
const requirements = loadCatalogue()
const strict = closedSchemas()

/** A trial with faults of guards, amounts and fields. Passive and generated checks are among those that detect them. */
const trial = {
  faults: [
    'without-token-known',
    'amounts-through-number',
    'create-quote:createdAt:absent',
    'refusals-in-html',
  ],
  only: ['tokens', 'quotes/fixed-send-is-kept', 'quotes/one-amount', 'answers', 'rules'],
}

let alone: RunEvent[]
let together: RunEvent[]
beforeAll(async () => {
  alone = await against({ ...trial, concurrency: 1 })
  together = await against({ ...trial, concurrency: 16 })
})

test('every event of a run is valid by events.json, without unknown keys', () => {
  for (const event of alone) {
    if (!strict.event(event)) expect.fail(`${JSON.stringify(event)}: ${JSON.stringify(strict.event.errors)}`)
  }
})

test('the report of a run is valid by report.json, without unknown keys', () => {
  expect(
    strict.report(JSON.parse(json(viewOf(alone, requirements), options))),
    JSON.stringify(strict.report.errors),
  ).toBe(true)
})

test('the text report is the same at any concurrency, apart from ports, times and request counts', () => {
  const shown = (events: RunEvent[]): string =>
    text(viewOf(events, requirements), options)
      .replaceAll(/(127\.0\.0\.1(?::|%3A))\d+/g, '$1PORT')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/^Requests .*$/m, 'REQUESTS')
      .replace(/in the first \d+ requests/, 'in the first N requests')
  expect(shown(together)).toBe(shown(alone))
})

test('the report has the exchange of all evidence of every failed check', () => {
  const report = readReport(json(viewOf(together, requirements), options), 'report.json')
  const failed = report.checks.filter(({ verdict }) => verdict?.status === 'failed')
  expect(failed.length).toBeGreaterThan(3)
  for (const { id } of failed) {
    for (const { evidence, exchange } of evidenceIn(report, id, 'report.json')) {
      expect(exchange?.number, id).toBe(evidence.exchange)
    }
  }
})
