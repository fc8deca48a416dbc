import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { KnownFailureEntry } from '../known-failures/entry.ts'
import { command, folder, type Ran } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const check = 'content-digest/body-altered'
const fault = 'without-digest-matches-body'
const now = () => new Date('2026-06-01T12:00:00Z')

const entry: KnownFailureEntry = {
  check,
  fails: [{ requirement: 'signature.digest.matches-body', got: 'status 201' }],
  until: '2026-06-01',
  link: 'https://issues.example/42',
}

let cwd: string
beforeEach(async () => {
  cwd = await folder()
})

/** Runs one check against a mock with this fault and a file with these known failures. */
const runWith = async (entries: unknown, faults = [fault], ...more: string[]): Promise<Ran> => {
  writeTarget(cwd, (await serveMock({ faults })).target)
  writeFileSync(join(cwd, 'known.yaml'), stringify({ version: 1, failures: entries }))
  const args = ['run', 't.yaml', '--only', check, '--known-failures', 'known.yaml', ...more]
  return command(args, { cwd, now })
}

const reportOf = () => JSON.parse(readFileSync(join(cwd, 'reports/mock/report.json'), 'utf8'))

test('a check that fails as known does not fail the run, and every report says that it is known', async () => {
  const files = ['junit=r.xml', 'markdown=r.md', 'html=r.html', 'text'].flatMap((name) => [
    '--reporter',
    name,
  ])
  const { code, stdout } = await runWith([entry], [fault], ...files)
  expect(code).toBe(0)
  expect(stdout).toContain('known     until 2026-06-01, https://issues.example/42')
  expect(stdout).toContain('No MUST failed except known failures')
  expect(reportOf()).toMatchObject({ exitCode: 0, known: { asKnown: [{ check }], mismatches: [] } })
  expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).not.toContain('<failure')
  for (const name of ['r.xml', 'r.md', 'r.html']) {
    expect(readFileSync(join(cwd, name), 'utf8'), name).toContain('issues.example')
  }
})

test.each([
  {
    what: 'passes',
    entries: [entry],
    faults: [],
    sentence: `known.yaml:3: ${check} is listed as a known failure but passed; remove the entry`,
  },
  {
    what: 'fails for another reason',
    entries: [{ ...entry, fails: [{ ...entry.fails[0], got: 'status 202' }] }],
    faults: [fault],
    sentence: `known.yaml:3: ${check} fails for a different reason than the known reason (signature.digest.matches-body: status 201); fix the server, or add the reason`,
  },
  {
    what: 'no longer fails for one of its reasons',
    entries: [{ ...entry, fails: [...entry.fails, { requirement: 'token.known', got: 'status 201' }] }],
    faults: [fault],
    sentence: `known.yaml:3: ${check} no longer fails for token.known: status 201; remove that reason`,
  },
  {
    what: 'is past its date',
    entries: [{ ...entry, until: '2026-05-31' }],
    faults: [fault],
    sentence: `known.yaml:3: ${check} was known to fail until 2026-05-31, which is past; fix the server, or set a later date`,
  },
  {
    what: 'is not a check at all',
    entries: [entry, { ...entry, check: 'content-digest/body-alterd' }],
    faults: [fault],
    sentence: `known.yaml:9: there is no check content-digest/body-alterd; did you mean "${check}"?`,
  },
])('the run fails, and says why, if a known failure $what', async ({ entries, faults, sentence }) => {
  const { code, stdout } = await runWith(entries, faults)
  expect(code).toBe(1)
  expect(stdout).toContain(`✗ ${sentence}`)
  expect(reportOf().known.mismatches.map((one: { sentence: string }) => one.sentence)).toEqual([sentence])
})

test('a known failure of a check that is not selected does not fail the run', async () => {
  const { code } = await runWith([entry, { ...entry, check: 'tokens/unknown' }])
  expect(code).toBe(0)
})

test('a known failure of a rule that passes does not fail a run of selected checks', async () => {
  const rule = 'answers/list-outgoing-payments'
  const known = {
    ...entry,
    check: rule,
    fails: [{ requirement: 'list-outgoing-payments.status.200', got: 'status 201' }],
  }
  const { code } = await runWith([entry, known])
  expect(code).toBe(0)
  expect(reportOf().known.mismatches).toEqual([])
  expect(reportOf().checks.find(({ id }: { id: string }) => id === rule).verdict.status).toBe('passed')
})

test('the report says that the reading of a known failure is disputed', async () => {
  const { stdout } = await runWith([{ ...entry, because: 'reading' }])
  expect(stdout).toContain('https://issues.example/42, the reading is disputed')
})

test('a known failure does not end a run with --bail', async () => {
  const known = await runWith([entry], [fault], '--bail', '--concurrency', '1')
  expect(known.stdout).not.toContain('--bail ends the run')
  expect(known.code).toBe(0)
})

test.each([
  [
    { ...entry, chek: check, check: undefined },
    'known.yaml:8: failures[0].chek: Unknown key. Did you mean "check"? Update op-conformance if the file is for a newer version.',
  ],
  [
    { ...entry, until: '2026-02-30' },
    'known.yaml:7: failures[0].until: Found another text, expected a date. Correct the value (for example 2026-12-31).',
  ],
  [
    { ...entry, fails: [{ requirement: 'signature.digest.matches', got: 'status 201' }] },
    'known.yaml:5: failures[0].fails[0].requirement: Unknown requirement. Did you mean "signature.digest.matches-body"?',
  ],
])(
  'the error for a mistake in the file names its line and says how to correct it',
  async (wrong, message) => {
    const { code, stderr } = await runWith([JSON.parse(JSON.stringify(wrong))])
    expect([code, stderr]).toEqual([2, `${message}\n`])
  },
)

test('the file may be JSON, and a malformed or missing file is refused', async () => {
  writeTarget(cwd, (await serveMock()).target)
  const run = (text: string) => {
    writeFileSync(join(cwd, 'known.json'), text)
    return command(['run', 't.yaml', '--only', check, '--known-failures', 'known.json'], { cwd, now })
  }
  expect((await run('{"version":1,"failures":[]}')).code).toBe(0)
  expect((await run('{"version":1,"failures":[')).stderr).toMatch(/^known\.json:1: /)
  const absent = await command(['run', 't.yaml', '--known-failures', 'no.yaml'], { cwd })
  expect([absent.code, absent.stderr]).toEqual([
    2,
    'The file of known failures no.yaml does not exist; --write-known-failures FILE writes one\n',
  ])
})

test.each([['--only', 'tokens'], ['--exclude', 'tokens'], ['--failed', 'report.json'], ['--bail']])(
  '--write-known-failures is refused together with %s',
  async (...part) => {
    writeTarget(cwd, (await serveMock()).target)
    const ran = await command(['run', 't.yaml', ...part, '--write-known-failures', 'known.yaml'], { cwd })
    expect(ran).toEqual({
      code: 2,
      stdout: '',
      stderr: `--write-known-failures known.yaml: with ${part[0]}, the run is not complete; nothing was written, because it needs a complete run\n`,
    })
  },
)

test('--write-known-failures writes nothing if the run is interrupted', async () => {
  writeTarget(cwd, (await serveMock()).target)
  const interrupted = AbortSignal.abort()
  const ran = await command(['run', 't.yaml', '--write-known-failures', 'known.yaml'], {
    cwd,
    signal: interrupted,
  })
  expect([ran.code, ran.stderr]).toEqual([
    2,
    'wrote reports/mock/report.json, reports/mock/events.ndjson, reports/mock/report.html\n' +
      '--write-known-failures known.yaml: this run did not finish; nothing was written, because it needs a complete run\n',
  ])
})
