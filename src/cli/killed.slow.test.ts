import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { halfByDay, tryAll } from '../../suites/testing/sampled.ts'
import { seedOf } from '../run/session/seed.ts'
import { folderWith } from '../target-file/testing/folder.ts'
import { type Process, start } from './testing/process.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

const record = 'reports/mock/events.ndjson'
const faults = ['without-digest-matches-body', 'create-quote:createdAt:absent']

const run = ['run', 't.yaml', ...halfByDay]

/** The number of kills. Each costs the start of another run. */
const kills = tryAll ? 10 : 3

/**
 * Starts a mock with a few faults, which makes receivers on demand. Its target file is t.yaml. Every kill repeats the checks
 * under way, and the payments of each try count.
 */
const served = async (): Promise<string> => {
  const cwd = await folderWith({})
  const args = ['mock', '--port', '0', '--write-target', 't.yaml', ...faults.flatMap((id) => ['--fault', id])]
  const url = await start(args, { cwd }).saysAside(/^ready at (\S+)$/m)
  const path = join(cwd, 't.yaml')
  const { receivers, ...target } = parse(readFileSync(path, 'utf8'))
  const command = ['curl', '-s', '--json', '@-', `${url}/_control/receivers`]
  const limits = { ...target.limits, maxPayments: (kills + 1) * 200 }
  writeFileSync(path, stringify({ ...target, limits, receivers: { access: receivers.access, command } }))
  return cwd
}

/** Returns the verdict of each check, without the parts that differ in every run. */
const verdictsOf = (cwd: string): Map<string, unknown> =>
  new Map(
    verdictsIn(eventsIn(join(cwd, record))).map(({ check, verdict }) => [
      check,
      verdict.status === 'failed'
        ? verdict.evidence.map(({ requirement, subject, got }) => [requirement, subject, got])
        : verdict.status === 'inconclusive'
          ? verdict.reason
          : verdict.status,
    ]),
  )

/** A check of a limited token that was killed after it had paid finds the limit used up, and says so. */
const isUsedUp = (verdict: unknown): boolean =>
  /^tokens\.limited\w* could not create .*; give another token if earlier payments have used up its limit$/.test(
    String(verdict),
  )

/** Kills a run as soon as its record has this many bytes. Returns true if the run was still going on. */
const killedAt = async (bytes: number, run: Process, cwd: string): Promise<boolean> => {
  let hasEnded = false
  void run.ended.then(() => {
    hasEnded = true
  })
  const path = join(cwd, record)
  const isLongEnough = (): boolean =>
    existsSync(path) && !existsSync(`${path}.resuming`) && statSync(path).size >= bytes
  while (!hasEnded && !isLongEnough()) await setTimeout(1)
  run.kill()
  return (await run.ended) === null
}

test(`a run that is killed at ${kills} random moments and resumed reaches the verdicts of an undisturbed run`, async () => {
  const undisturbed = await served()
  expect(await start(run, { cwd: undisturbed }).ended).toBe(1)
  const { size } = statSync(join(undisturbed, record))

  const cwd = await served()
  const moments = Array.from({ length: kills }, (_, index) => {
    const part = (seedOf(20, `${index}`) >>> 0) / 2 ** 32
    return Math.ceil(part * 0.9 * size)
  })
  let args = run
  for (const bytes of moments.sort((a, b) => a - b)) {
    expect(await killedAt(bytes, start(args, { cwd }), cwd)).toBe(true)
    args = [...run, '--resume']
  }
  const last = start(args, { cwd })
  expect(await last.ended).toBe(1)
  // A run of more than a minute also writes its progress.
  expect(last.stderr().trimEnd().split('\n').at(-1)).toBe(
    'wrote reports/mock/report.json, reports/mock/events.ndjson, reports/mock/report.html',
  )
  const verdicts = verdictsOf(cwd)
  for (const [check, verdict] of verdicts) if (isUsedUp(verdict)) verdicts.set(check, 'passed')
  expect(verdicts).toEqual(verdictsOf(undisturbed))
}, 600_000)
