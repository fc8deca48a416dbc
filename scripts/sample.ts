// Makes reports/sample anew: every report of one run of the built command line against a mock that has a few faults
// and a target file that does not have everything, so that all parts of a report are there to be seen.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { stringify } from 'yaml'
import { startMock } from '../src/index.ts'

const sample = 'reports/sample'
const faults = ['without-digest-matches-body', 'amounts-through-number', 'refusals-in-html']
// The run writes the other reports itself. The archive of all exchanges is left out, because it is as long as the run.
const reports = {
  text: 'txt',
  junit: 'xml',
  markdown: 'md',
  github: 'annotations',
  sarif: 'sarif',
}

const folder = mkdtempSync(join(tmpdir(), 'op-sample-'))
const target = join(folder, 'op-conformance.yaml')

// The port is fixed, so that two samples differ in little but times.
const mock = await startMock({ port: 4711, seed: 1, faults })
try {
  const { otherKey: _, ...given } = JSON.parse(JSON.stringify(mock.target))
  delete given.tokens.revoked
  writeFileSync(target, stringify(given))

  const files = Object.entries(reports).flatMap(([name, extension]) => [
    '--reporter',
    `${name}=${sample}/report.${extension}`,
  ])
  const args = ['dist/src/cli/main.js', 'run', target, '--out', sample, ...files]
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(run, 'exit')
  if (code !== 1) throw new Error(`the run ended with ${code}; the faults of the mock should have made it 1`)

  // The path of the target file on the machine that made the sample is removed.
  rmSync(join(sample, 'events.ndjson'))
  for (const name of readdirSync(sample)) {
    const file = join(sample, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(relative(process.cwd(), folder) + sep, ''))
  }
} finally {
  await mock.close()
  rmSync(folder, { recursive: true })
}
