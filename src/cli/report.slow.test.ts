import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reporters as reporterForms } from '../report/index.ts'
import { bundlesFolder } from './testing/bundles.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { eventsIn } from './testing/record.ts'

const faults = ['without-digest-matches-body', 'without-token-known']
const forms = Object.fromEntries(reporterForms.map(({ name, extension }) => [name, extension]))
const reporters = (prefix: string): string[] =>
  Object.entries(forms).flatMap(([name, ending]) => ['--reporter', `${name}=${prefix}.${ending}`])
const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8')

const reportFile = 'reports/mock/report.json'
const eventsFile = 'reports/mock/events.ndjson'
const ownCheck = 'content-digest/body-altered'

/** Makes the record of a run against a mock with a fault. */
const recorded = async (...more: string[]) => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock({ faults })).target)
  const known = {
    check: ownCheck,
    fails: [{ requirement: 'signature.digest.matches-body', got: 'status 201' }],
    until: '2999-12-31',
  }
  writeFileSync(join(cwd, 'known.yaml'), JSON.stringify({ version: 1, failures: [known] }))
  const ran = await command(
    ['run', 't.yaml', '--only', 'content-digest', '--only', 'tokens/unknown', ...more],
    { cwd },
  )
  return { cwd, ran }
}

/** Changes a file that a run wrote. */
const edit = (cwd: string, path: string, change: (text: string) => string): void => {
  const before = read(cwd, path)
  writeFileSync(join(cwd, path), change(before))
  expect(read(cwd, path)).not.toBe(before)
}

const reportOf = async (cwd: string, path: string) => {
  const { code, stdout, stderr } = await command(['report', path, '--reporter', 'json'], { cwd })
  return code === 0 ? JSON.parse(stdout) : { code, stdout, stderr }
}

test('report makes every format from a record with the same bytes as the run', async () => {
  const { cwd, ran } = await recorded(
    '--enforce',
    'should',
    '--known-failures',
    'known.yaml',
    ...reporters('own'),
  )
  expect(read(cwd, 'own.json')).toContain('sharedSecret')
  rmSync(join(cwd, 't.yaml'))
  for (const path of [reportFile, eventsFile, 'reports/mock']) {
    expect(await command(['report', path, ...reporters('again')], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    for (const ending of Object.values(forms))
      expect(read(cwd, `again.${ending}`)).toBe(read(cwd, `own.${ending}`))
  }
  expect(read(cwd, 'again.json')).toBe(read(cwd, reportFile))
  const { stdout } = await command(['report', reportFile], { cwd })
  expect(stdout).toBe(ran.stdout)
})

test('report, audit and bundle read a record of version 1, in which every text stands in full', async () => {
  const { cwd } = await recorded()
  const own = JSON.parse(read(cwd, reportFile))
  const events = eventsIn(join(cwd, eventsFile))
  const lines = events.map((event) => JSON.stringify(event.type === 'run' ? { ...event, version: 1 } : event))
  edit(cwd, eventsFile, () => lines.map((line) => `${line}\n`).join(''))
  expect(await reportOf(cwd, reportFile)).toEqual(own)
  const audited = await command(['audit', 'reports/mock'], { cwd })
  expect(audited.stderr).toContain('wrote ')
  expect(audited.code).toBe(0)
  const keys = bundlesFolder()
  await command(['bundle', 'reports/mock', '--key', join(keys, 'key.pem')], { cwd })
  const { stdout } = await command(['verify-bundle', 'bundle.json', '--key', join(keys, 'key.pub')], { cwd })
  expect(stdout).toContain('its report follows from its events')
})

test('report judges again, and ignores the verdicts in the record', async () => {
  const { cwd } = await recorded()
  const own = JSON.parse(read(cwd, reportFile))
  const verdict = { status: 'passed' }
  edit(cwd, eventsFile, (text) =>
    text.replaceAll(/^.*"verdict":\{"status":"failed".*$/gm, (line) =>
      JSON.stringify({ ...JSON.parse(line), verdict }),
    ),
  )
  expect(await reportOf(cwd, reportFile)).toEqual(own)
})

test('report does not count a known failure as known if its reason has changed', async () => {
  const { cwd } = await recorded('--known-failures', 'known.yaml')
  expect(await reportOf(cwd, reportFile)).toMatchObject({
    known: { asKnown: [{ check: ownCheck }], mismatches: [] },
  })
  edit(cwd, eventsFile, (text) => text.replaceAll('"got":"status 201"', '"got":"status 202"'))
  expect(await reportOf(cwd, reportFile)).toMatchObject({
    exitCode: 1,
    known: { asKnown: [], mismatches: [{ check: ownCheck, kind: 'other reason' }] },
  })
})

test('report makes a report of a run that was killed', async () => {
  const { cwd } = await recorded()
  rmSync(join(cwd, reportFile))
  edit(cwd, eventsFile, (text) => text.slice(0, text.length * 0.6))
  expect(await reportOf(cwd, eventsFile)).toMatchObject({ outcome: 'interrupted' })
})

test.each([
  {
    what: 'without events',
    path: reportFile,
    change: (cwd: string) => rmSync(join(cwd, eventsFile)),
    message: `${reportFile}: reports are made from the events.ndjson beside it, and there is none; give the folder of a run`,
  },
  {
    what: 'that is not there',
    path: 'other.ndjson',
    change: () => {},
    message: 'other.ndjson does not exist; give the folder or the events.ndjson of a run',
  },
  {
    what: 'with the events of another run',
    path: reportFile,
    change: (cwd: string) => edit(cwd, reportFile, (text) => text.replace(/"at": "20../, '"at": "1999')),
    message: `${reportFile}: the events.ndjson beside it belongs to another run; give a report and its events, or only the events`,
  },
  {
    what: 'without its beginning',
    path: eventsFile,
    change: (cwd: string) => edit(cwd, eventsFile, (text) => text.slice(text.indexOf('\n') + 1)),
    message: `${eventsFile}: the record does not begin with a run; give the events.ndjson of a run`,
  },
  {
    what: 'of another version',
    path: eventsFile,
    change: (cwd: string) => edit(cwd, eventsFile, (text) => text.replace('"version":3', '"version":4')),
    message: `${eventsFile}: the record has version 4, but this op-conformance reads version 1 to 3; use the op-conformance that wrote it`,
  },
])('report refuses a record $what', async ({ path, change, message }) => {
  const { cwd } = await recorded()
  change(cwd)
  expect(await reportOf(cwd, path)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
})

test('a run ends with the paths of what it wrote', async () => {
  const { ran } = await recorded('--reporter', 'junit=out/junit.xml')
  expect(ran.stderr).toMatch(
    /^wrote reports\/mock\/report\.json, reports\/mock\/events\.ndjson, reports\/mock\/report\.html, out\/junit\.xml\n$/m,
  )
})

test('GitHub annotations go to standard error, and the summary is appended to the existing file', async () => {
  const { cwd } = await recorded()
  writeFileSync(join(cwd, 'summary.md'), 'Of an earlier step.\n')
  const env = { GITHUB_STEP_SUMMARY: 'summary.md' }
  const plain = await command(['report', reportFile, '--reporter', 'text'], { cwd })
  const args = ['report', reportFile, '--reporter', 'text', '--reporter', 'github']
  const { code, stdout, stderr } = await command(args, { cwd, env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: plain.stdout })
  expect(stderr).toMatch(
    /^::error file=t\.yaml,line=\d+,title=MUST signature\.digest\.matches-body::Broken: /,
  )
  expect(read(cwd, 't.yaml').split('\n')[Number(/line=(\d+)/.exec(stderr)?.[1]) - 1]).toMatch(/^baseUrl: /)
  const { stdout: summary } = await command(['report', reportFile, '--reporter', 'markdown'], { cwd })
  expect(read(cwd, 'summary.md')).toBe(`Of an earlier step.\n${summary}`)
})

test('a run with only annotations still prints the text report', async () => {
  const { ran } = await recorded('--reporter', 'github')
  expect(ran.stdout).toContain('Not conforming: ')
  expect(ran.stderr).toContain('::error file=t.yaml,')
})
