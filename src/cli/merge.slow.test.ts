import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { eventsIn } from './testing/record.ts'

const only = ['--only', 'quote-bodies/charset,quote-bodies/content-type,tokens/unknown,payments/direct']

/** Starts a mock with a fault, and writes its target file. */
const scene = async (limits = {}): Promise<{ cwd: string; url: string }> => {
  const cwd = await folder()
  const { target, url } = await serveMock({ faults: ['without-token-known'] })
  writeTarget(cwd, target, { limits: { ...Object(target['limits']), ...limits } })
  return { cwd, url }
}

const shard = (cwd: string, part: string, ...more: string[]) =>
  command(['run', 't.yaml', ...only, '--runs', '3', '--shard', part, ...more], { cwd })

const both = async (cwd: string): Promise<number[]> =>
  (await Promise.all([shard(cwd, '1/2'), shard(cwd, '2/2')])).map(({ code }) => code)

const merge = (cwd: string, ...more: string[]) => command(['merge', ...more], { cwd })

const first = 'reports/mock-shard-1-of-2'
const second = 'reports/mock-shard-2-of-2'

const recordOf = (cwd: string, path = first): RunEvent[] => eventsIn(join(cwd, path, 'events.ndjson'))

test('one shard runs each check of a plan, and the first runs those that disturb one another', async () => {
  const { cwd } = await scene()
  expect(await both(cwd)).toEqual([1, 0])
  const started = [first, second].map((path) =>
    recordOf(cwd, path).flatMap((event) =>
      event.type === 'check' && event.state === 'ended' ? [event.check] : [],
    ),
  )
  const [one = [], other = []] = started
  expect(one.filter((id) => other.includes(id))).toEqual(['start/whole-and-bare'])
  expect(one).toEqual(expect.arrayContaining(['tokens/unknown', 'payments/direct']))
  expect(other.length).toBeGreaterThan(2)
})

test('plan --shard names exactly the checks that the shard runs', async () => {
  const { cwd } = await scene()
  await both(cwd)
  for (const [part, path] of [
    ['1/2', first],
    ['2/2', second],
  ] as const) {
    const { stdout, code } = await command(['plan', 't.yaml', ...only, '--runs', '3', '--shard', part], {
      cwd,
    })
    const [, named = ''] = /Checks of this shard that send requests\n([\s\S]*)$/.exec(stdout) ?? []
    const ran = recordOf(cwd, path).flatMap((event) =>
      event.type === 'check' && event.state === 'started' && !event.check.startsWith('start/')
        ? [event.check]
        : [],
    )
    expect(code).toBe(0)
    expect(named.trim().split(/\s+/).sort()).toEqual(ran.sort())
  }
})

test('shards that run side by side and are merged reach the verdicts of one run', async () => {
  const { cwd } = await scene()
  await both(cwd)
  const merged = await merge(cwd, 'reports')
  const whole = await command(['run', 't.yaml', ...only, '--runs', '3', '--out', 'whole'], { cwd })
  const verdicts = (path: string): unknown =>
    JSON.parse(readFileSync(join(cwd, path, 'report.json'), 'utf8')).checks.map(
      (check: { id: string; verdict: { status: string }; repetition?: { outcome: string } }) => [
        check.id,
        check.verdict.status,
        check.repetition?.outcome,
      ],
    )
  expect([merged.code, whole.code]).toEqual([1, 1])
  expect(verdicts('reports/mock')).toEqual(verdicts('whole'))
  expect(merged.stdout).toContain('MUST token.known')
  expect(await command(['report', 'reports/mock', '--reporter', 'json'], { cwd })).toMatchObject({ code: 0 })
  const numbers = recordOf(cwd, 'reports/mock').flatMap((event) =>
    event.type === 'exchange' ? [event.number] : [],
  )
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('shards together keep the limits of one run', async () => {
  const { cwd, url } = await scene({ maxPayments: 3, maxRequests: 300 })
  await both(cwd)
  const { payments } = Object(await (await fetch(`${url}/_control/ledger`)).json())
  const sent = [first, second]
    .flatMap((path) => recordOf(cwd, path))
    .filter(({ type }) => type === 'exchange')
  expect(payments).toBe(3)
  expect(sent.length).toBeLessThanOrEqual(300)
})

test('merge refuses parts that do not make up one plan, and says why', async () => {
  const { cwd } = await scene()
  await both(cwd)
  expect(await merge(cwd, first)).toEqual({
    code: 3,
    stdout: '',
    stderr: 'Not merged: shard 2 of 2 is missing; run it with --shard 2/2, and name its folder too\n',
  })
  cpSync(join(cwd, second), join(cwd, 'copy'), { recursive: true })
  expect((await merge(cwd, first, second, 'copy')).stderr).toBe(
    `Not merged: shard 2 of 2 was given twice, in ${second} and copy; leave one out\n`,
  )
  await shard(cwd, '2/2', '--seed', '7')
  expect(await merge(cwd, 'reports')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/are not parts of one plan: the seeds differ; run all shards/),
  })
  rmSync(join(cwd, second), { recursive: true })
  expect((await merge(cwd, first, second)).stderr).toBe(
    `Not merged: there is no record of a shard in ${second}; name the folders into which all shards were written\n`,
  )
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'whole'], { cwd })
  expect((await merge(cwd, first, 'whole')).stderr).toBe(
    'Not merged: whole is not a part of a run: it was recorded without --shard; leave it out\n',
  )
})

test('merge reports a shard that was interrupted', async () => {
  const { cwd } = await scene()
  await both(cwd)
  const path = join(cwd, second, 'events.ndjson')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, `${lines.slice(0, -3).join('\n')}\n`)
  const { code, stdout } = await merge(cwd, 'reports')
  expect([code, stdout]).toEqual([1, expect.stringContaining('Shard 2 of 2: It was interrupted.')])
})

test.each([
  ['--shard', '5/4', 'It must be i/n, such as 1/4'],
  ['--shard', '0/4', 'It must be i/n'],
  ['--complete', '--bail', '--complete needs all shards; give it to op-conformance merge'],
  ['--seed', 'random', '--seed random gives each shard a seed of its own; give all shards the same number'],
])('run --shard refuses %s %s', async (option, value, says) => {
  const { cwd } = await scene()
  const ran = await command(['run', 't.yaml', '--shard', '1/4', option, value], { cwd })
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
})
