import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  /** In bytes, compressed. */
  size: number
  files: Array<{ path: string }>
}

/** Where the package is installed: a folder of which nothing else is known. */
const elsewhere = mkdtempSync(join(tmpdir(), 'op-conformance-installed-'))
let packed: Packed

const npm = (...args: string[]): string => execFileSync('npm', args, { cwd: project, encoding: 'utf8' })

beforeAll(() => {
  npm('run', '--silent', 'build:types')
  // Without scripts: what is packed has just been built, and other tests are using it.
  ;[packed] = JSON.parse(npm('pack', '--ignore-scripts', '--json', '--pack-destination', elsewhere))
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
}, 240_000)

afterAll(() => rmSync(elsewhere, { recursive: true }))

const installed = (binary = 'op-conformance') => [join(elsewhere, 'node_modules/.bin', binary)]

test.each(['op-conformance', 'open-payments-conformance'])('%s answers --version', async (binary) => {
  const command = start(['--version'], { cwd: elsewhere, command: installed(binary) })
  expect(await command.ended).toBe(0)
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  expect(command.stdout()).toBe(`${version}\n`)
})

test('the package holds neither tests nor sources, and all that a user needs to read', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(
    paths.filter((path) =>
      /\.test\.|\/testing\/|(?<!\.d)\.ts$|^bench|dist\/bench|^examples|dist\/examples/.test(path),
    ),
  ).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/spec/openapi.yaml']),
  )
  expect(packed.size).toBeLessThan(640_000)
})

test.each([
  { over: 'http', options: [] },
  { over: 'TLS', options: ['--tls'] },
])(
  'over $over the installed run judges the installed mock, and nothing is left unjudged',
  async ({ options }) => {
    const cwd = await folderWith({})
    const command = installed()
    const mock = start(['mock', '--port', '0', '--write-target', 't.yaml', ...options], { cwd, command })
    await mock.saysAside(/^ready at (\S+)$/m)
    const run = start(['run', 't.yaml'], { cwd, command })
    expect({ code: await run.ended, stderr: run.stderr() }).toEqual({ code: 0, stderr: '' })
    const verdicts = verdictsIn(eventsIn(join(cwd, 'reports/mock/events.ndjson')))
    expect(verdicts.length).toBeGreaterThan(0)
    expect(
      verdicts.filter(({ verdict, partly }) => verdict.status !== 'passed' || partly.length > 0),
    ).toEqual([])
  },
)

/** The examples of docs/library.md, which consumers compile and run. */
const examples = [
  ...readFileSync(join(project, 'docs/library.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code = '']) => code)

const tool = (name: string, ...args: string[]): string =>
  execFileSync(join(project, 'node_modules/.bin', name), args, { cwd: elsewhere, encoding: 'utf8' })

test.each(['node16', 'bundler'])('its types are found under moduleResolution %s', (moduleResolution) => {
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

test('plain JavaScript imports it from an empty folder: the examples of the documentation run', async () => {
  expect(examples).toHaveLength(2)
  const path = join(elsewhere, 'consumer.mjs')
  writeFileSync(path, examples[1] ?? '')
  const command = start([path], { cwd: elsewhere, command: [process.execPath] })
  expect({ code: await command.ended, stdout: command.stdout(), stderr: command.stderr() }).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
})

test('publint and are-the-types-wrong find nothing wrong with it', () => {
  const folder = join(elsewhere, 'node_modules/open-payments-conformance')
  expect(tool('publint', 'run', '--strict', folder)).toContain('All good!')
  // It fails if it finds a problem.
  tool('attw', join(elsewhere, packed.filename), '--profile', 'esm-only')
})
