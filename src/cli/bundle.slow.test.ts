import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { opened } from '../app/bundle/dsse.ts'
import { unpacked } from '../app/bundle/statement.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { once } from '../core/once.ts'
import { reasonOf } from '../known-failures/entry.ts'
import type { Report } from '../report/data/json.ts'
import {
  bundledRun,
  bundlesFolder,
  publicKey,
  recording,
  reporting,
  statementWith,
  verified,
} from './testing/bundles.ts'
import { command } from './testing/command.ts'
import { forgeries, passedFrom } from './testing/forgeries.ts'

const cwd = bundlesFolder()

const passedRun = once(() => bundledRun(cwd, 'passed'))
const failedRun = once(() => bundledRun(cwd, 'failed', ['without-token-known']))

const verify = (file: string, key = 'key.pub') => command(['verify-bundle', file, '--key', key], { cwd })

test('verify-bundle accepts the bundle of a passed run, and prints what was judged', async () => {
  await passedRun()
  const { code, stdout } = await verify('passed.json')
  expect(stdout).toMatch(/^the signature holds\nbundled by op-conformance \S+, judged again by /)
  expect(stdout).toContain('run 1: its report follows from its events')
  for (const fact of [
    /profile +interface\n/,
    /began +\d{4}-\d\d-\d\dT/,
    /checks +\d+ passed, 0 failed, 0 skipped, 0 inconclusive/,
    /outcome +complete, exit code 0/,
  ])
    expect(stdout).toMatch(fact)
  expect(code).toBe(0)
})

test('verify-bundle accepts the bundle of a failed run, says that it failed, and exits with 5', async () => {
  await failedRun()
  const { code, stdout } = await verify('failed.json')
  expect(stdout).toMatch(/checks +\d+ passed, [1-9]\d* failed/)
  expect(stdout).toMatch(/outcome +complete, exit code 1/)
  expect(code).toBe(5)
})

test('verify-bundle counts failures that the signer listed as known', async () => {
  const run = await failedRun()
  const report: Report = JSON.parse(run['report.json'].toString())
  const failures = report.checks.flatMap(({ id, verdict }) =>
    verdict?.status === 'failed'
      ? [{ check: id, fails: verdict.evidence.map(reasonOf), until: '2999-01-01' }]
      : [],
  )
  writeFileSync(join(cwd, 'known.yaml'), JSON.stringify({ version: 1, failures }))
  const again = await bundledRun(cwd, 'listed', ['without-token-known'], ['--known-failures', 'known.yaml'])
  expect(JSON.parse(again['report.json'].toString())).toMatchObject({ exitCode: 0 })
  const { code, stdout } = await verify('listed.json')
  expect(stdout).toMatch(/exit code 0; \d+ checks? failed as known, without which it is 1/)
  expect(code).toBe(5)
})

test('no forgery of a run verifies, though the right key signed it', async () => {
  const run = await failedRun()
  expect((await verified(cwd, statementWith(run))).code).toBe(5)
  const codes: Array<readonly [string, number]> = []
  for (const [name, forge] of forgeries) {
    const { code, stdout } = await verified(cwd, statementWith(forge(run)))
    codes.push([name, code])
    expect(stdout, name).toContain('does not verify')
  }
  expect(codes).toEqual(forgeries.map(([name]) => [name, 1]))
  expect((await verified(cwd, statementWith(run, run))).stdout).toContain('run 2: its report follows')
})

test('verify-bundle names the verdicts and the parts of a report that do not follow from its events', async () => {
  const run = await failedRun()
  const lied = await verified(
    cwd,
    statementWith(recording(run, (event) => (event.type === 'verdict' ? passedFrom(event) : event))),
  )
  expect(lied.stdout).toContain('tokens/unknown: recorded as passed, judged again failed')
  const counted = await verified(
    cwd,
    statementWith(reporting(run, ({ counts }) => Object.assign(counts.checks, { failed: 0 }))),
  )
  expect(counted.stdout).toMatch(/report\.json: counts\.checks\.failed is 0, but by its events [1-9]/)
})

test('verify-bundle does not judge a report of another version, and names that version', async () => {
  const run = await failedRun()
  const older = recording(run, (event) => (event.type === 'run' ? { ...event, harness: '0.0.9' } : event))
  const { code, stdout } = await verified(cwd, statementWith(older))
  expect(stdout).toContain('it was judged by op-conformance 0.0.9, which has to verify it')
  expect(code).toBe(3)
})

test('verify-bundle exits with 2 if it cannot read the bundle or the key', async () => {
  const run = await passedRun()
  mkdirSync(join(cwd, 'folder'))
  writeFileSync(join(cwd, 'archive.json'), gzipSync('{}'))
  writeFileSync(join(cwd, 'empty.json'), '')
  for (const file of ['archive.json', 'empty.json', 'folder', 'none.json', 'passed/report.json'])
    expect(await verify(file), file).toMatchObject({ code: 2, stdout: '' })
  expect(await verify('passed.json', 'none')).toMatchObject({ code: 2 })
  const statement = JSON.parse(statementWith(run).toString())
  statement.predicate.contents['1/report.json'] = Buffer.from('no gzip').toString('base64')
  const { code, stderr } = await verified(cwd, Buffer.from(JSON.stringify(statement)))
  expect(stderr).toContain('1/report.json in it is not a gzip archive')
  expect(code).toBe(2)
})

test('unpacking stops when more bytes come out than the limit allows', () => {
  const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024)).toString('base64')
  expect(() => unpacked(bomb, '1/events.ndjson', 1024 * 1024)).toThrow('larger than 1 MiB')
  expect(unpacked(bomb, '1/events.ndjson', 3 * 1024 * 1024)).toHaveLength(3 * 1024 * 1024)
})

test('a bundle without runs, or with files of other names, is refused', async () => {
  const run = await passedRun()
  expect(await verified(cwd, statementWith())).toMatchObject({
    code: 1,
    stdout: 'refused: it holds no run\n',
  })
  const text = statementWith(run).toString()
  for (const name of [
    '../report.json',
    '1/../../report.json',
    '/etc/report.json',
    '2/report.json',
    '__proto__',
  ]) {
    const { code, stdout } = await verified(cwd, Buffer.from(text.replaceAll('1/report.json', name)))
    expect(stdout, name).toMatch(/^refused: /)
    expect(code, name).toBe(1)
  }
})

test('a run without a report is not bundled', async () => {
  await passedRun()
  cpSync(join(cwd, 'passed'), join(cwd, 'killed'), { recursive: true })
  rmSync(join(cwd, 'killed/report.json'))
  const { code, stderr } = await command(['bundle', 'killed', '--key', 'key.pem'], { cwd })
  expect(stderr).toContain('killed: the run has no report.json beside its events')
  expect(code).toBe(2)
})

test('no profile is read from a path', () => {
  expect(() => loadCatalogue('../../examples')).toThrow('there is no profile of that name')
})

test('verification notices another key and every altered byte of a bundle', async () => {
  await passedRun()
  const other = await verify('passed.json', 'other.pub')
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('another key') })
  const text = readFileSync(join(cwd, 'passed.json'), 'latin1')
  const survivors = Array.from({ length: 200 }, (_, index) => {
    const at = Math.floor((index * text.length) / 200)
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << (index % 7)))
    return 'payload' in opened(text.slice(0, at) + flipped + text.slice(at + 1), publicKey) ? at : -1
  }).filter((at) => at >= 0)
  expect(survivors).toEqual([])
  for (const altered of [
    ` ${text}`,
    `${text} `,
    text.replace('"keyid"', '"keyId"'),
    text.replace('payload"', 'Payload"'),
  ]) {
    expect(opened(altered, publicKey)).toHaveProperty('refused')
  }
})
