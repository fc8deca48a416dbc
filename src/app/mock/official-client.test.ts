import { expect, test } from 'vitest'
import { judged } from './testing/judged.ts'
import { scenario } from './testing/official-scenario.ts'

test('the official client, unmodified, is judged conforming', async () => {
  const ran = await judged(scenario, '--profile', 'open-payments')
  expect(ran.report.findings).toEqual([])
  expect(ran.code).toBe(0)
  expect(ran.stderr).not.toMatch(/^[45]\d\d /m)
  expect(ran.stdout).toMatch(/^export OP_BASE_URL=/)
  expect(ran.report.counts.exchanges).toBe(11)
  const judgedOnes = ran.report.coverage
    .filter(({ state }) => state === 'judged')
    .map((one) => one.requirement)
  expect(judgedOnes).toContain('client.token.from-authorization-server')
  expect(ran.events).toMatch(/GNAP \[token \d+ sha256:[0-9a-f]{8}\]/)
})
