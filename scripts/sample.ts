// Makes reports/sample anew, by two short runs of the built command line: one against a mock with a fault, and one
// against the strict mock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { stringify } from 'yaml'
import { startMock } from '../src/index.ts'
import { reporterNamed, reporters } from '../src/report/index.ts'

// Few checks and no rules over the whole run, so that the sample stays small.
const selection = ['--only', 'content-digest', '--exclude', 'answers,rules']

const samples = [
  {
    folder: 'reports/sample/failing',
    faults: ['without-digest-matches-body'],
    // The archive of all exchanges is left out, because it is as long as the run.
    reports: reporters.filter(({ name }) => name !== 'har'),
    ends: 1,
  },
  {
    folder: 'reports/sample/passing',
    faults: [],
    reports: ['text', 'markdown', 'junit'].map(reporterNamed),
    ends: 0,
  },
]

const temporary = mkdtempSync(join(tmpdir(), 'op-sample-'))
try {
  rmSync('reports/sample', { recursive: true, force: true })
  for (const sample of samples) await make(sample)
} finally {
  rmSync(temporary, { recursive: true })
}

async function make({ folder, faults, reports, ends }: (typeof samples)[number]): Promise<void> {
  const target = join(temporary, 'op-conformance.yaml')
  // The port is fixed, so that two samples differ in little but times.
  const mock = await startMock({ port: 4711, seed: 1, faults })
  try {
    const { otherKey: _, ...given } = JSON.parse(JSON.stringify(mock.target))
    writeFileSync(target, stringify(given))
    const files = reports.flatMap(({ name, extension }) => [
      '--reporter',
      `${name}=${folder}/report.${extension}`,
    ])
    const args = ['dist/src/cli/main.js', 'run', target, '--out', folder, ...selection, ...files]
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(run, 'exit')
    if (code !== ends) throw new Error(`the run for ${folder} ended with ${code} instead of ${ends}`)
  } finally {
    await mock.close()
  }
  // A run writes more than the sample keeps. The paths of the machine that made it are removed.
  const kept = reports.map(({ extension }) => `report.${extension}`)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!kept.includes(name)) {
      rmSync(file)
      continue
    }
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(relative(process.cwd(), temporary) + sep, ''))
  }
}
