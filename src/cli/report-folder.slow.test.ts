import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { constantServer } from '../../suites/testing/constant-server.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const only = ['--only', 'tokens/unknown']
const served = async (): Promise<string> => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock()).target)
  return cwd
}
const runOf = (cwd: string, ...more: string[]) => command(['run', 't.yaml', ...only, ...more], { cwd })

test('if two runs write to one folder, one goes on, and the other exits with 2 and says why', async () => {
  const cwd = await served()
  const both = await Promise.all([runOf(cwd), runOf(cwd)])
  const [first, second] = both.sort((a, b) => a.code - b.code)
  expect([first?.code, second?.code]).toEqual([0, 2])
  expect(second?.stderr).toMatch(
    /^Another run \(process \d+ on .+\) is writing to reports\/mock; wait until it ends, or .+ with --out\n$/,
  )
  expect(readdirSync(join(cwd, 'reports/mock')).sort()).toEqual([
    'events.ndjson',
    'report.html',
    'report.json',
  ])
  expect((await runOf(cwd)).code).toBe(0)
})

test('a run of another profile has a folder of its own', async () => {
  const cwd = await served()
  await runOf(cwd)
  const before = readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8')
  await runOf(cwd, '--profile', 'open-payments')
  expect(readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8')).toBe(before)
  expect(existsSync(join(cwd, 'reports/mock-open-payments-1.3/report.json'))).toBe(true)
})

test('a run says so if it replaces the report of another profile in its folder', async () => {
  const cwd = await served()
  const says = /replaces the report of another run in out: mock at http:\S+, profile open-payments-1\.3\n/
  await runOf(cwd, '--out', 'out', '--profile', 'open-payments')
  expect((await runOf(cwd, '--out', 'out')).stderr).toMatch(says)
  expect((await runOf(cwd, '--out', 'out')).stderr).not.toMatch(says)
})

test('no file that a run writes contains the path of its folder', async () => {
  const cwd = await served()
  await runOf(cwd, '--reporter', 'html=report.html')
  await command(['run', join(cwd, 't.yaml'), ...only, '--out', join(cwd, 'away')], { cwd })
  for (const file of [
    'reports/mock/report.json',
    'reports/mock/events.ndjson',
    'report.html',
    'away/report.json',
  ]) {
    expect(readFileSync(join(cwd, file), 'utf8'), file).not.toContain(cwd)
  }
  expect(JSON.parse(readFileSync(join(cwd, 'away/report.json'), 'utf8')).run.target.file).toBe('t.yaml')
})

test('the report of a run that could not begin does not contain the path of its folder', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target, { connectUrl: 'http://127.0.0.1:1', baseUrl: 'http://127.0.0.1:1' })
  expect((await runOf(cwd)).code).toBe(3)
  expect(readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8')).not.toContain(cwd)
})

test.each([
  ['without an answer', async () => 'http://127.0.0.1:1', 'nothing listens at'],
  ['whose every request got 401', () => constantServer(401, '{}'), 'status 401'],
  ['whose every request got 502', () => constantServer(502, '{}'), '502'],
])(
  'a run %s leaves the earlier report where it is, and writes its own into a folder inside',
  async (_, start, said) => {
    const cwd = await folder()
    const { target } = await serveMock()
    const read = (file: string): string => readFileSync(join(cwd, 'reports/mock', file), 'utf8')
    const all = (): string[] => ['events.ndjson', 'report.html', 'report.json'].map(read)
    writeTarget(cwd, target)
    await runOf(cwd)
    const before = all()
    writeTarget(cwd, target, { connectUrl: await start() })
    const { code, stderr, stdout } = await runOf(cwd)
    expect(code).toBe(3)
    expect(all()).toEqual(before)
    expect(stderr).toContain(
      'reports/mock keeps the report of the earlier run, because this one judged nothing\n',
    )
    expect(stderr).toContain('wrote reports/mock/not-judged/report.json, ')
    expect(stdout).toContain(said)
    expect(JSON.parse(read('not-judged/report.json')).outcome).toBe('not judged')

    writeTarget(cwd, target)
    expect((await runOf(cwd)).code).toBe(0)
    expect(all()).not.toEqual(before)
    expect(existsSync(join(cwd, 'reports/mock/not-judged'))).toBe(false)
  },
)

test('a run that --bail ends with its first requests replaces the earlier report with the failure', async () => {
  const cwd = await served()
  await runOf(cwd)
  writeTarget(cwd, (await serveMock({ faults: ['create-quote:createdAt:absent'] })).target)
  const { code, stderr } = await command(['run', 't.yaml', '--bail'], { cwd })
  expect(code).toBe(1)
  expect(stderr).toContain('wrote reports/mock/report.json, ')
  expect(existsSync(join(cwd, 'reports/mock/not-judged'))).toBe(false)
  const report = JSON.parse(readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8'))
  expect(
    report.checks.filter((check: { verdict?: { status: string } }) => check.verdict?.status === 'skipped'),
  ).toEqual([])
})

test('a run replaces the report of a run that judged nothing', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target, { connectUrl: 'http://127.0.0.1:1' })
  await runOf(cwd)
  const { stderr } = await runOf(cwd)
  expect(stderr).toContain('wrote reports/mock/report.json, ')
  expect(stderr).not.toContain('keeps')
})
