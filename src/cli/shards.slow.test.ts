import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { halfByDay } from '../../suites/testing/sampled.ts'
import { folderWith } from '../target-file/testing/folder.ts'
import { start } from './testing/process.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

const faults = ['without-digest-matches-body', 'create-quote:createdAt:absent', 'without-page-cursor-known']

const run = ['run', 't.yaml', ...halfByDay]

/** Starts a mock with a few faults in a process of its own. Its target file is t.yaml. */
const served = async (): Promise<{ cwd: string; url: string }> => {
  const cwd = await folderWith({})
  const args = ['mock', '--port', '0', '--write-target', 't.yaml', ...faults.flatMap((id) => ['--fault', id])]
  const url = await start(args, { cwd }).saysAside(/^ready at (\S+)$/m)
  return { cwd, url: url ?? '' }
}

/** Returns the verdict of each check, without the parts that differ in every run. */
const verdictsOf = (cwd: string): Map<string, unknown> =>
  new Map(
    verdictsIn(eventsIn(join(cwd, 'reports/mock/events.ndjson')))
      .map(({ check, verdict }): [string, unknown] => [
        check,
        verdict.status === 'failed'
          ? verdict.evidence.map(({ requirement, subject, got }) => [requirement, subject, got])
          : verdict.status,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const coverageOf = (cwd: string): unknown =>
  JSON.parse(readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8')).counts.coverage

test('four shards that run side by side and are merged reach the verdicts of one run and keep its limits', async () => {
  const whole = await served()
  expect(await start(run, whole).ended).toBe(1)

  const { cwd, url } = await served()
  const shards = [1, 2, 3, 4].map((index) => start([...run, '--shard', `${index}/4`], { cwd }).ended)
  expect((await Promise.all(shards)).every((code) => code === 0 || code === 1)).toBe(true)
  expect(await start(['merge', 'reports'], { cwd }).ended).toBe(1)
  expect(verdictsOf(cwd)).toEqual(verdictsOf(whole.cwd))
  expect(coverageOf(cwd)).toEqual(coverageOf(whole.cwd))

  const { payments, wallets } = Object(await (await fetch(`${url}/_control/ledger`)).json())
  expect(payments).toBeLessThanOrEqual(200)
  for (const { debitAmount } of wallets) expect(BigInt(debitAmount.value)).toBeLessThanOrEqual(100_000n)
}, 900_000)
