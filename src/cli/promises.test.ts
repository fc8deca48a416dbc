import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, project, textOf } from './testing/documents.ts'

/** The rows of SECURITY.md below "What holds": what is promised, and the cell that names the test. */
const promises = [
  ...textOf('SECURITY.md').matchAll(/^\| (.+) \| (`(?:src|suites|mock|scripts)\/.*) \|$/gm),
].map(([, promise = '', shownBy = '']) => ({ promise, shownBy }))

/** The sources that users run, without tests and the tools of this project. */
const sources = ['src', 'mock', 'suites']
  .flatMap(filesBelow)
  .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/'))
  .sort()

test('every promise under "What holds" in SECURITY.md names a test', () => {
  const [, part = ''] = textOf('SECURITY.md').split(/^## What holds.*$|^## What does not.*$/m)
  const rows = part.split('\n').filter((line) => line.startsWith('| ') && line !== '| promise | test |')
  expect(rows.length).toBeGreaterThan(20)
  expect(rows).toHaveLength(promises.length)
})

test.each(promises)('SECURITY.md names a test that exists: $promise', ({ shownBy }) => {
  const [, path = '', title = ''] = /^`(\S+\.test\.ts)`: \*(.+)\*$/.exec(shownBy) ?? []
  expect(existsSync(join(project, path)), shownBy).toBe(true)
  const titles = [...textOf(path).matchAll(/(?:\btest\(|\]\)\(|\)\(|^)\s*(['"`])(.+)\1,/gm)].map(
    ([, , text]) => text,
  )
  expect(titles).toContain(title)
})

test('every function that the table of sinks names is in the file that it names', () => {
  const [, part = ''] = textOf('docs/architecture.md').split(
    /^## Where foreign text ends$|^## How the mock is built$/m,
  )
  const named = [...part.matchAll(/((?:`\w+`(?:, | and )?)+) \(`([\w./-]+\.ts)`\)/g)].flatMap(
    ([, names = '', path = '']) => [...names.matchAll(/\w+/g)].map(([name]) => ({ name, path })),
  )
  const gone = named.filter(
    ({ name, path }) => name !== 'and' && !new RegExp(`\\b${name}\\b`).test(textOf(path)),
  )
  expect([named.length > 20, gone]).toEqual([true, []])
})

test.each<[string, RegExp, readonly string[]]>([
  ['write to a stream of this process', /process\.std(?:out|err)|\bconsole\./, ['src/cli/main.ts']],
  ['start another process', /'node:child_process'/, ['src/target-file/command.ts']],
  ['open a browser', /import\('open'\)/, ['src/app/grants/consent.ts']],
  ['declare text printable', / as Printable\b/, ['src/app/run/guarded.ts', 'src/report/text/printable.ts']],
  ['declare HTML safe', /\[safe\]: /, ['src/report/document/html.ts']],
  ['run text as code', /\beval\(|\bnew Function\b|'node:vm'/, []],
])('only the named files %s', (_, pattern, files) => {
  expect(sources.filter((path) => pattern.test(textOf(path)))).toEqual(files)
})

test('only the application writes files', () => {
  const writes = /\b(?:writeFile|appendFile|createWriteStream|openSync|writeSync|renameSync|mkdir)(?:Sync)?\(/
  const writing = sources.filter((path) => path.startsWith('src/') && writes.test(textOf(path)))
  expect(writing.filter((path) => !path.startsWith('src/app/'))).toEqual([])
})
