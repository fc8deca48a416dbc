import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderWith } from '../target-file/testing/folder.ts'
import { start } from './testing/process.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

interface Packed {
  filename: string
  /** The compressed size in bytes. */
  size: number
  files: Array<{ path: string }>
}

/** The folder in which the package is installed. Nothing else lies there. */
const elsewhere = mkdtempSync(join(tmpdir(), 'op-conformance-installed-'))
let packed: Packed

/** Runs npm itself with Node, because `npm` is a batch file on Windows. */
const npm = (...args: string[]): string => {
  const script = process.env['npm_execpath'] ?? ''
  const [program, ...before] = /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, script] : ['npm']
  return execFileSync(program ?? 'npm', [...before, ...args], { cwd: project, encoding: 'utf8' })
}

beforeAll(() => {
  const before = statSync(join(project, 'dist/src/cli/main.js')).mtimeMs
  ;[packed] = JSON.parse(npm('pack', '--silent', '--json', '--pack-destination', elsewhere))
  // Other tests are using what the project has built.
  expect(statSync(join(project, 'dist/src/cli/main.js')).mtimeMs).toBe(before)
  expect(existsSync(join(project, 'lib'))).toBe(false)
  const tarball = join(elsewhere, packed.filename)
  npm(
    'install',
    '--prefix',
    elsewhere,
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    tarball,
  )
  // Vitest lies next to the package, as it does for a user, and is the same for the tests and the package.
  symlinkSync(join(project, 'node_modules/vitest'), join(elsewhere, 'node_modules/vitest'), 'junction')
}, 480_000)

afterAll(() => rmSync(elsewhere, { recursive: true }))

/** The command of an installed binary, by Node. On Windows, its link in `.bin` is a batch file. */
const installed = (binary = 'op-conformance') =>
  process.platform === 'win32'
    ? [process.execPath, join(elsewhere, 'node_modules/open-payments-conformance/bin/op-conformance.js')]
    : [join(elsewhere, 'node_modules/.bin', binary)]

test.each(['op-conformance', 'open-payments-conformance'])('%s answers --version', async (binary) => {
  const command = start(['--version'], { cwd: elsewhere, command: installed(binary) })
  expect(await command.ended).toBe(0)
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  expect(command.stdout()).toBe(`${version}\n`)
})

test('the package holds all that a user needs to read, and neither tests nor sources', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(
    paths.filter((path) => /^lib.*\.test\.|\/testing\/|(?<!\.d)\.ts$|lib\/bench|lib\/examples/.test(path)),
  ).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'lib/spec/openapi.yaml']),
  )
  // A quarter of the size is the pictures of the documents. A fifth of the rest is documents and the catalogue, which
  // holds the texts of the specifications word for word.
  expect(packed.size).toBeLessThan(1_350_000)
})

test('over TLS the installed run judges the installed mock, and nothing is left unjudged', async () => {
  const cwd = await folderWith({})
  const command = installed()
  const mock = start(['mock', '--port', '0', '--write-target', 't.yaml', '--tls'], { cwd, command })
  await mock.saysAside(/^ready at (\S+)$/m)
  const run = start(['run', 't.yaml'], { cwd, command })
  const code = await run.ended
  const verdicts = verdictsIn(eventsIn(join(cwd, 'reports/mock/events.ndjson')))
  const notPassed = verdicts.filter(({ verdict, partly }) => verdict.status !== 'passed' || partly.length > 0)
  // The verdicts come first, so that a failure names the check and its reason.
  expect(notPassed).toEqual([])
  // On a slow machine the run takes over a minute and says how far it is.
  const stderr = run.stderr().replace(/^(?:\d+ of \d+ checks|waiting ).*\n/gm, '')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'wrote reports/mock/report.json, reports/mock/events.ndjson, reports/mock/report.html\n',
  })
  expect(verdicts.length).toBeGreaterThan(0)
})

/** The examples of docs/library.md, which consumers compile and run. */
const examples = [
  ...readFileSync(join(project, 'docs/library.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code = '']) => code)

const scripts = {
  tsc: 'typescript/bin/tsc',
  publint: 'publint/src/cli.js',
  attw: '@arethetypeswrong/cli/dist/index.js',
}

const tool = (name: keyof typeof scripts, ...args: string[]): string =>
  execFileSync(process.execPath, [join(project, 'node_modules', scripts[name]), ...args], {
    cwd: elsewhere,
    encoding: 'utf8',
  })

test.each(['node16', 'bundler'])('tsc finds its types under moduleResolution %s', (moduleResolution) => {
  const own = "import type { Report, RunEvent } from 'open-payments-conformance'\n"
  const uses = 'export const of = (report: Report, event: RunEvent): string => report.exitCode + event.type\n'
  const files = [...examples, own + uses].map((code, index) => {
    const path = join(elsewhere, `consumer-${moduleResolution}-${index}.mts`)
    writeFileSync(path, code)
    return path
  })
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
  const typeRoots = join(project, 'node_modules/@types')
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node', '--typeRoots', typeRoots]
  expect(tool('tsc', ...options, '--module', module, '--moduleResolution', moduleResolution, ...files)).toBe(
    '',
  )
})

test.each([
  ['starts the reference server', 'mock.control.advance'],
  ['has checks of its own', 'open-payments-conformance/checks'],
])('the example that %s runs as plain JavaScript that imports the installed package', async (_, has) => {
  const path = join(elsewhere, 'consumer.mjs')
  writeFileSync(path, examples.find((code) => code.includes(has)) ?? 'throw new Error("no such example")')
  const command = start([path], { cwd: elsewhere, command: [process.execPath] })
  expect({ code: await command.ended, stdout: command.stdout(), stderr: command.stderr() }).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
})

/** Copies an example into the folder of the installation, together with further files. */
const example = (name: string, further: Record<string, string> = {}): string => {
  const folder = join(elsewhere, name)
  cpSync(join(project, 'examples', name), folder, { recursive: true })
  for (const [path, text] of Object.entries(further)) writeFileSync(join(folder, path), text)
  return folder
}

const ran = async (cwd: string, command: readonly string[], ...args: string[]) => {
  const process = start(args, { cwd, command })
  const code = await process.ended
  return { code, output: process.stdout() + process.stderr() }
}

const vitest = [
  process.execPath,
  join(elsewhere, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=tap-flat',
]
const nodeTest = [process.execPath, '--test', '--test-reporter=tap']

/** A test file that judges a server which accepts any token. Its target file has only one token. */
const defective = (runner: string): string => `
  import { startMock } from 'open-payments-conformance'
  import { conformance } from 'open-payments-conformance/${runner}'
  import { ${runner === 'vitest' ? 'afterAll' : 'after as afterAll'} } from '${runner.replace('-', ':')}'
  const server = await startMock({ faults: ['without-token-known'] })
  afterAll(() => server.close())
  const { tokens: { full }, ...target } = server.target
  await conformance({ ...target, tokens: { full } }, { only: ['tokens/unknown', 'tokens/expired', 'tokens/other-scheme'] })
`

/** The names of the tests that TAP says have passed. */
const testsPassed = (tap: string): string[] =>
  [...tap.matchAll(/^ *ok \d+ - (.*?)(?: # time=.*)?$/gm)].map(([, name]) => name ?? '')

test('with vitest each check is a test, and its filter and shards work', async () => {
  const cwd = example('with-vitest')
  const all = await ran(cwd, vitest)
  const names = testsPassed(all.output)
  expect(all.code).toBe(0)
  expect(names).toContainEqual(expect.stringContaining('content-digest/absent: A body'))
  const filtered = await ran(cwd, vitest, '-t', 'tokens/unknown')
  expect(filtered.output).toMatch(
    /^ok \d+ - server.test.js > conformance of mock > tokens\/unknown: A token/m,
  )
  expect(
    verdictsIn(eventsIn(join(cwd, 'reports/mock/events.ndjson'))).map(({ check }) => check),
  ).not.toContain('tokens/altered')
  const shards = [await ran(cwd, vitest, '--shard=1/2'), await ran(cwd, vitest, '--shard=2/2')]
  const ofShards = shards.map(({ output }) => testsPassed(output))
  for (const ofShard of ofShards) expect(ofShard).not.toEqual([])
  expect(ofShards.flat().toSorted()).toEqual(names.toSorted())
})

test('with node:test each check is a test', async () => {
  const all = await ran(example('with-node-test'), nodeTest)
  expect(all.code).toBe(0)
  expect(testsPassed(all.output)).toContainEqual(expect.stringContaining('content-digest/absent: A body'))
})

test.each([
  {
    runner: 'vitest',
    command: [...vitest, '--reporter=verbose', '--no-color'],
    skipped: /↓.* tokens\/expired: .* \[needs /,
  },
  { runner: 'node-test', command: nodeTest, skipped: /ok \d+ - tokens\/expired: .* # SKIP needs / },
])(
  'with $runner a failed check shows its finding, a skipped one its reason, and notes are printed',
  async ({ runner, command, skipped }) => {
    const cwd = example(`with-${runner}`, { 'defective.test.js': defective(runner) })
    const { code, output } = await ran(cwd, command, 'defective.test.js')
    expect(code).toBe(1)
    expect(output).toContain('not ok')
    expect(output).toMatch(skipped)
    expect(output).toMatch(/note: token\.scheme: .*status 401/)
    expect(output).toContain('Expected: refused (any 4xx); received: status 201')
    expect(output).toContain('op-conformance replay reports/mock/report.json tokens/unknown')
  },
)

test('publint and are-the-types-wrong find nothing wrong with it', () => {
  const folder = join(elsewhere, 'node_modules/open-payments-conformance')
  expect(tool('publint', 'run', '--strict', folder)).toContain('All good!')
  // The tool fails if it finds a problem.
  tool('attw', join(elsewhere, packed.filename), '--profile', 'esm-only')
})
