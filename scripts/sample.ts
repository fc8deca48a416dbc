// Makes reports/sample anew by the built command line: two short runs, one against a mock with a fault and one against
// the strict mock, and every other view in every form.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { stringify } from 'yaml'
import { startMock } from '../src/index.ts'
import { code, type Document, forms, link, paragraph, type Text } from '../src/report/document/document.ts'
import { markdownText } from '../src/report/document/markdown.ts'
import { reporterNamed, reporters } from '../src/report/index.ts'

const folder = 'reports/sample'

const extensions = { text: 'txt', markdown: 'md', html: 'html', json: 'json' }

// Few checks and no rules over the whole run, so that the sample stays small.
const selection = [
  ...['--only', 'content-digest/absent,content-digest/altered,content-digest/body-altered'],
  ...['--exclude', 'answers,rules'],
]

const fault = 'without-digest-matches-body'

const runs = [
  {
    name: 'failing',
    faults: [fault],
    // The archive of all exchanges is left out, because it is as long as the run.
    reports: reporters.filter(({ name }) => name !== 'har'),
    ends: 1,
  },
  {
    name: 'passing',
    faults: [],
    reports: ['text', 'markdown', 'junit'].map(reporterNamed),
    ends: 0,
  },
]

const temporary = mkdtempSync(join(tmpdir(), 'op-sample-'))
const targetOf = (name: string): string => join(temporary, `${name}.yaml`)
const reportOf = (name: string): string => join(folder, name, 'report.json')

/** The views except that of a run, with what they are called by and the exit code that this ends with. */
const views: ReadonlyArray<{ name: string; args: string[]; option?: string; ends?: number }> = [
  {
    name: 'matrix',
    args: [
      ...['matrix', targetOf('failing'), targetOf('passing'), '--no-payments'],
      ...['--out', join(temporary, 'event'), ...selection],
    ],
    ends: 1,
  },
  { name: 'selftest', args: ['selftest', '--fault', fault, '--only', 'content-digest'], option: 'reporter' },
  { name: 'plan', args: ['plan', targetOf('failing'), ...selection] },
  { name: 'diff', args: ['diff', reportOf('passing'), reportOf('failing')], ends: 1 },
  { name: 'list', args: ['list', '--conditions'] },
  { name: 'explain', args: ['explain', 'content-digest/body-altered'] },
  { name: 'doctor', args: ['doctor', targetOf('failing')] },
]

const mocks = await Promise.all(
  // The ports are fixed, so that two samples differ in little but times.
  runs.map(({ faults }, at) => startMock({ port: 4711 + at, seed: 1, faults })),
)
try {
  rmSync(folder, { recursive: true, force: true })
  for (const [at, { name }] of runs.entries()) {
    const { otherKey: _, ...given } = JSON.parse(JSON.stringify(mocks[at]?.target))
    writeFileSync(targetOf(name), stringify(given))
  }
  for (const run of runs) await makeRun(run)
  mkdirSync(join(folder, 'views'))
  for (const view of views) await makeView(view)
  writeFileSync(join(folder, 'README.md'), markdownText(table()))
  for (const { name } of runs) for (const file of filesIn(join(folder, name))) if (!isKept(file)) rmSync(file)
} finally {
  for (const mock of mocks) await mock.close()
  rmSync(temporary, { recursive: true })
}

async function makeRun({ name, reports, ends }: (typeof runs)[number]): Promise<void> {
  const files = reports.flatMap((reporter) => ['--reporter', `${reporter.name}=${fileOf(name, reporter)}`])
  await called(['run', targetOf(name), '--out', join(folder, name), ...selection, ...files], ends)
  for (const reporter of reports) withoutPaths(fileOf(name, reporter))
}

function fileOf(run: string, { extension }: { extension: string }): string {
  return join(folder, run, `report.${extension}`)
}

async function makeView({ name, args, option = 'format', ends = 0 }: (typeof views)[number]): Promise<void> {
  for (const form of forms) {
    const file = viewFile(name, form)
    writeFileSync(file, await called([...args, `--${option}`, form], ends))
    withoutPaths(file)
  }
}

function viewFile(name: string, form: (typeof forms)[number]): string {
  return join(folder, 'views', `${name}.${extensions[form]}`)
}

/** Runs the command line and returns what it prints. Throws if it ends with another code. */
async function called(args: string[], ends: number): Promise<string> {
  const run = spawn(process.execPath, ['dist/src/cli/main.js', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(run, 'close')
  let printed = ''
  for await (const text of run.stdout.setEncoding('utf8')) printed += text
  const [ended] = await closed
  if (ended !== ends) throw new Error(`${args.join(' ')} ended with ${ended} instead of ${ends}`)
  return printed
}

/** Removes the paths of the machine that made a sample. */
function withoutPaths(file: string): void {
  const text = readFileSync(file, 'utf8')
  const paths = [relative(process.cwd(), temporary), temporary].map((path) => path + sep)
  writeFileSync(
    file,
    paths.reduce((left, path) => left.replaceAll(path, ''), text),
  )
}

function filesIn(path: string): string[] {
  return readdirSync(path).map((name) => join(path, name))
}

/** A run writes more than the sample keeps. */
function isKept(file: string): boolean {
  return runs.some(({ name, reports }) => reports.some((reporter) => fileOf(name, reporter) === file))
}

/** The page that links every sample. */
function table(): Document {
  const run = forms.map((form) => fileOf('failing', reporterNamed(form)))
  const rows = [
    { name: 'run', files: run },
    ...views.map(({ name }) => ({ name, files: forms.map((form) => viewFile(name, form)) })),
  ]
  return {
    title: 'Samples',
    blocks: [
      paragraph([
        'Every view in every form, made by ',
        code('npm run sample'),
        ' from short runs against the mock; do not edit them.',
      ]),
      {
        kind: 'table',
        head: ['View', ...forms],
        rows: rows.map(({ name, files }): Text[] => [code(name), ...files.map(cellOf)]),
      },
    ],
  }
}

function cellOf(file: string): Text {
  const path = relative(folder, file).replaceAll(sep, '/')
  return link(path, code(path))
}
