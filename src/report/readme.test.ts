import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { against } from '../../suites/testing/against-mock.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { text } from './text.ts'
import { viewOf } from './view.ts'

test('the finding that the README shows is the one that the run prints', async () => {
  const events = await against({ faults: ['without-digest-matches-body'], only: ['content-digest'] })
  const printed = text(viewOf(events, loadCatalogue()), {
    colour: false,
    verbose: false,
    report: 'reports/mock/report.json',
    complete: false,
    enforce: 'must',
  })
  const finding = printed.split('\n\n').find((block) => block.startsWith('✗')) ?? 'no finding'
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(finding.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080'))
}, 60_000)
