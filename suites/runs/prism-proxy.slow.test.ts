import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { start } from '../../src/cli/testing/process.ts'
import type { ExchangeEvent } from '../../src/core/events.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import { recordOf, verdictsIn } from '../testing/against-mock.ts'
import { freePort } from '../testing/free-port.ts'

const require = createRequire(import.meta.url)
const prism = require.resolve('@stoplight/prism-cli')
const document = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))

/** Checks that send nothing but valid requests. */
const only = [
  'whole-requests',
  'settling/moves-and-arrives',
  'settling/one-after-another',
  'settling/failure-is-marked',
  'lists/pages',
  'lists/complete',
  'lists/two-clients',
  'quotes/inferred-amount',
  'quotes/one-amount',
  'quotes/to-other-asset',
  'ids/quote-is-read-back',
  'ids/incoming-payments-are-read-back',
]

/**
 * Runs the harness through Prism, which compares every request and response with this project's OpenAPI document.
 * Returns the exchanges and verdicts.
 */
const through = async (faults: readonly string[], selected: readonly string[]) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const mock = createMock({ now: Date.now, random: seeded(1), publicUrl, faults: faultsNamed(faults) })
  const listening = await mock.listen({ port: 0 })
  onTestFinished(listening.close)
  const proxy = start(['proxy', '--host', '127.0.0.1', '--port', String(port), document, listening.url], {
    cwd: '/',
    command: [process.execPath, prism],
  })
  await proxy.says(/(Prism is listening)/)
  const text = targetFile(mock, { ...listening, url: publicUrl })
  const target = await loadTarget({
    file: 't.yaml',
    cwd: '/',
    env: {},
    now: Date.now,
    readFile: async () => text,
  })
  const events = await recordOf(target, { only: selected })
  // The wallet address document is requested too, but no OpenAPI document of this project describes it.
  const exchanges = events
    .filter((event) => event.type === 'exchange')
    .filter(({ operation }) => operation !== undefined)
  return { exchanges, verdicts: verdictsIn(events) }
}

/** The violations that Prism found, each with its request. */
const violationsIn = (exchanges: readonly ExchangeEvent[]): string[] =>
  exchanges.flatMap(({ check, request, response }) => {
    const violations = response?.headers['sl-violations']
    return violations === undefined ? [] : [`${check}: ${request.method} ${request.url}: ${violations}`]
  })

/** Returns true for the first request of a run, which has neither token nor signature and is not meant to be valid. */
const isBare = ({ request }: ExchangeEvent): boolean =>
  request.signing === undefined && request.token === undefined

test('Prism between harness and mock finds no violation in a run of valid requests', async () => {
  const { exchanges, verdicts } = await through([], only)
  const valid = exchanges.filter((exchange) => !isBare(exchange))
  expect(violationsIn(valid)).toEqual([])
  expect(valid.length).toBeGreaterThan(100)
  expect(exchanges.length - valid.length).toBe(1)
  expect(violationsIn(exchanges).join('\n')).toMatch(/^start\/whole-and-bare: .*Invalid security scheme used/)
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

test('Prism finds a violation where the mock has a fault', async () => {
  const { exchanges } = await through(['create-quote:debitAmount:absent'], ['answers/create-quote'])
  expect(violationsIn(exchanges).join('\n')).toContain("must have required property 'debitAmount'")
})
