// Makes reports/sample anew: every report of one run of the built command line against a mock that has a few faults
// and a target file that does not have everything, so that all parts of a report are there to be seen.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { parse, stringify } from 'yaml'

const sample = 'reports/sample'
/** Always the same, so that two samples differ in little but times. */
const port = '4711'
const faults = ['without-digest-matches-body', 'amounts-through-number', 'refusals-in-html']
const reports = { text: 'txt', junit: 'xml', markdown: 'md', html: 'html' }

const folder = mkdtempSync(join(tmpdir(), 'op-sample-'))
const target = join(folder, 'op-conformance.yaml')

const command = (args: readonly string[], stdout: 'pipe' | 'ignore') =>
  spawn(process.execPath, ['dist/src/cli/main.js', ...args], { stdio: ['ignore', stdout, 'inherit'] })

const mock = command(
  [
    'mock',
    '--quiet',
    '--port',
    port,
    '--seed',
    '1',
    '--write-target',
    target,
    ...faults.flatMap((id) => ['--fault', id]),
  ],
  'pipe',
)
try {
  const ready = await Promise.race([
    once(mock.stdout ?? mock, 'data'),
    once(mock, 'exit').then(() => undefined),
  ])
  if (!ready) throw new Error(`the mock did not start; is port ${port} free?`)

  const { otherKey: _, ...given } = parse(readFileSync(target, 'utf8'))
  delete given.tokens.revoked
  writeFileSync(target, stringify(given))

  const files = Object.entries(reports).flatMap(([name, extension]) => [
    '--reporter',
    `${name}=${sample}/report.${extension}`,
  ])
  const [code] = await once(command(['run', target, '--out', sample, ...files], 'ignore'), 'exit')
  if (code !== 1) throw new Error(`the run ended with ${code}; the faults of the mock should have made it 1`)

  // Where the target file stood on the machine that made the sample is nobody's business.
  const json = join(sample, 'report.json')
  writeFileSync(json, readFileSync(json, 'utf8').replaceAll(folder + sep, ''))
  rmSync(join(sample, 'events.ndjson'))
} finally {
  mock.kill()
  rmSync(folder, { recursive: true })
}
