import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { loadSuite } from '../../suites/load.ts'
import {
  allBlocks,
  anchorsOf,
  blocksOf,
  codeIn,
  documents,
  filesBelow,
  guides,
  linksOf,
  project,
  proseOf,
  textOf,
} from './testing/documents.ts'

const suite = await loadSuite()
const checks = new Set([...suite.checks, ...suite.passive].map(({ id }) => id))
const topics = new Set([...checks].map((id) => id.split('/')[0] ?? ''))
test.each(documents)('every link of %s leads to a file and a heading, every picture is small', (path) => {
  const files = linksOf(path).filter(({ file }) => !existsSync(join(project, file)))
  expect(files).toEqual([])
  const anchors = linksOf(path).filter(({ anchor, file }) => anchor && !anchorsOf(file).includes(anchor))
  expect(anchors).toEqual([])
  const pictures = linksOf(path).filter(({ file }) => file.endsWith('.png'))
  expect(pictures.filter(({ file }) => statSync(join(project, file)).size > 120_000)).toEqual([])
})

test.each(guides)('%s begins with its table of contents', (path) => {
  const sections = anchorsOf(path).filter((_, at) => headingsOf(path)[at]?.startsWith('## '))
  const listed = linksOf(path).filter(({ file }) => file === path)
  expect(listed.slice(0, sections.length).map(({ anchor }) => anchor)).toEqual(sections)
})

const headingsOf = (path: string): string[] => proseOf(path).match(/^#+ .*$/gm) ?? []

/** Paths of the project itself. Files that a run writes are not among them. */
const isOwn = /^(?:\.ci|\.github|src|mock|suites|spec|docs|examples|bench|mutation|scripts)\/[\w./-]*$/

test.each(documents)('every file and every check that %s names exists', (path) => {
  const named = codeIn(path)
  expect(named.filter((code) => isOwn.test(code) && !existsSync(join(project, code)))).toEqual([])
  const ids = named.filter((code) => topics.has(code.split('/')[0] ?? '') && /^[a-z-]+\/[a-z-]+$/.test(code))
  expect(ids.filter((id) => !checks.has(id))).toEqual([])
})

test('the model fault of CONTRIBUTING is in the mock, word for word', () => {
  const model = /^ +'[a-z-]+': \{$.*?(?=^ +\},$)/ms.exec(
    blocksOf('CONTRIBUTING.md').find(({ text }) => text.includes('faultsBy('))?.text ?? '',
  )?.[0]
  const unindented = (text: string): string => text.replaceAll(/^ +/gm, '')
  const faults = filesBelow('mock/faults').filter((path) => path.endsWith('.ts'))
  expect(model).toContain('breaks: ')
  expect(faults.filter((path) => unindented(textOf(path)).includes(unindented(model ?? '')))).toHaveLength(1)
})

test('no link in a document of the package leads out of the package', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: project,
    encoding: 'utf8',
  })
  const [{ files }]: [{ files: Array<{ path: string }> }] = JSON.parse(listed)
  const packed = files.map(({ path }) => path)
  const out = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => linksOf(path).map(({ file }) => ({ path, file })))
    .filter(({ file }) => !packed.some((path) => path === file || path.startsWith(`${file}/`)))
  expect(out).toEqual([])
  expect(packed).toContain('docs/library.md')
})

/** The sources of all messages, as one text. */
const sources = filesBelow('src')
  .filter((path) => /(?<!\.test)\.ts$/.test(path))
  .map(textOf)
  .join('\n')

test('every symptom that troubleshooting names quotes a message', () => {
  const symptoms = [...textOf('docs/troubleshooting.md').matchAll(/^\| ([^|]*) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/[`*]([^`*]+)[`*]/g)].map(([, words = '']) => words),
  )
  expect(symptoms.length).toBeGreaterThan(12)
  const parts = symptoms.flatMap((words) =>
    words.split(/…|\(?\d+ ?(?:s\b|min\b)?\)?|receivers\.fixed|ahead of/),
  )
  const told = parts.map((part) => part.trim()).filter((part) => part.length > 3)
  expect(told.filter((part) => !sources.includes(part))).toEqual([])
})

test.each(['false-failure', 'missed-defect', 'question'])('the issue form %s labels its fields', (name) => {
  const { name: title, description, body } = parseYaml(textOf(`.github/ISSUE_TEMPLATE/${name}.yml`))
  expect([title, description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)])
  const asked = body.filter(({ type }: { type: string }) => type !== 'markdown')
  expect(
    asked.every(
      ({ id, attributes }: { id?: string; attributes?: { label?: string } }) => id && attributes?.label,
    ),
  ).toBe(true)
})

test('CONTRIBUTING shows the declaration of a check as the source has it', () => {
  const declared = textOf('suites/authentication/content-digest.ts')
  const shown = allBlocks().filter(({ text }) => text.startsWith('export const absent'))
  expect(shown.map(({ path }) => path)).toEqual([
    'CONTRIBUTING.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
  ])
  const [tooSimple, ...right] = shown.map(({ text }) => text)
  for (const text of right) expect(declared).toContain(text)
  expect(
    right[0]
      ?.split('\n')
      .filter((line) => !line.includes('mutate:'))
      .join('\n'),
  ).toBe(tooSimple)
})

test('architecture shows a guard and a requirement as the source has them', () => {
  const blocks = allBlocks().filter(({ path }) => path === 'docs/architecture.md')
  const guard = blocks.find(({ text }) => text.includes('refuses:'))?.text ?? 'no guard'
  expect(textOf('mock/tokens/token.ts')).toContain(guard)
  const requirement = blocks.find(({ language }) => language === 'yaml')?.text ?? 'no requirement'
  expect(textOf('spec/requirements/signatures.yaml')).toContain(requirement)
})
