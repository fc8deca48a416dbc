import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { readReport } from './data/json.ts'
import { forms } from './document/document.ts'
import { reporters } from './index.ts'

const root = new URL('../../', import.meta.url)
const sample = new URL('reports/sample/', root)
const read = (name: string): string => readFileSync(new URL(name, sample), 'utf8')
const filesIn = (folder: URL): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      `${parentPath}/${name}`.slice(fileURLToPath(folder).length).replace(/^\//, ''),
    )

const files = filesIn(sample)

test('the sample of a failing run has a report of every kind except HAR, and nothing else', () =>
  expect(readdirSync(new URL('failing', sample)).sort()).toEqual(
    reporters
      .filter(({ name }) => name !== 'har')
      .map(({ extension }) => `report.${extension}`)
      .sort(),
  ))

test('the sample of a passing run says that no MUST failed', () =>
  expect(read('passing/report.txt')).toContain('No MUST failed among the requirements'))

test('the page of samples links every view in every form', () => {
  const page = read('README.md')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)]
  expect(rows.map(([, view]) => view)).toEqual([
    'run',
    'matrix',
    'selftest',
    'plan',
    'diff',
    'list',
    'explain',
    'doctor',
  ])
  const linked = [...page.matchAll(/\]\((.*?)\)/g)].map(([, path]) => path)
  expect(linked).toHaveLength(rows.length * forms.length)
  expect(linked.filter((path = '') => !files.includes(path))).toEqual([])
  expect(files.filter((path) => path.startsWith('views/') && !linked.includes(path))).toEqual([])
})

test.each(files)('the sample %s names no place on the machine that made it', (name) =>
  expect(read(name)).not.toMatch(/[ "'`>](?:\/(?:tmp|home|root|usr|var|Users)\/|[A-Z]:\\)/),
)

test('readReport reads the report.json of the sample', () =>
  expect(readReport(read('failing/report.json'), 'report.json')).toMatchObject({
    exitCode: 1,
    run: { seed: 1 },
  }))

/** The files that git marks as generated, except the lock file, which npm makes. */
const generated = (): string[] => {
  const marked = [
    ...readFileSync(new URL('.gitattributes', root), 'utf8').matchAll(/^(\S+) .*linguist-generated/gm),
  ]
  const isMarked = picomatch(marked.map(([, pattern = '']) => pattern))
  return ['reports', 'spec/schemas', 'src/target-file'].flatMap((folder) =>
    filesIn(new URL(`${folder}/`, root))
      .map((name) => `${folder}/${name}`)
      .filter((path) => isMarked(path)),
  )
}

test('the generated files of the repository have less than 710 kB together', () => {
  const sizes = generated().map((path) => statSync(new URL(path, root)).size)
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(710_000)
})
