import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { InteropMatrix } from '../interop/matrix.ts'
import { closedSchemas } from '../report/testing/closed-schemas.ts'
import { command, folder } from './testing/command.ts'
import { serveMock } from './testing/mock.ts'

/** Prepares an event with a strict mock, a faulty one, a server that does not exist, and a file with a mistake. */
const event = async (): Promise<string> => {
  const cwd = await folder()
  const strict = await serveMock()
  const faulty = await serveMock({ faults: ['without-token-known'] })
  const write = (name: string, target: object): void => writeFileSync(join(cwd, name), stringify(target))
  write('strict.yaml', strict.target)
  write('faulty.yaml', faulty.target)
  write('gone.yaml', { ...strict.target, baseUrl: 'http://127.0.0.1:9' })
  write('wrong.yaml', { ...strict.target, limit: 1 })
  write('event.yaml', {
    version: 1,
    targets: ['strict', 'faulty', 'gone', 'wrong'].map((name) => ({ file: `${name}.yaml` })),
  })
  return cwd
}

const { matrix: validate } = closedSchemas()

/**
 * Returns the matrix as it was written, after validating it against the published schema, which allows no other keys.
 */
const matrixIn = (cwd: string, path: string): InteropMatrix => {
  const matrix = JSON.parse(readFileSync(join(cwd, path, 'matrix.json'), 'utf8'))
  expect(validate(matrix), JSON.stringify(validate.errors)).toBe(true)
  return matrix
}

test('matrix gives each server a column, even an unjudged one, and makes the same columns from reports', async () => {
  const cwd = await event()
  const only = ['--only', 'tokens/unknown,lists/no-wallet-address', '--out', 'out']
  const { code, stdout, stderr } = await command(
    ['matrix', 'event.yaml', '--no-payments', '--jobs', '4', ...only],
    { cwd },
  )
  expect(code, stderr).toBe(1)
  const { columns, conformance, choices } = matrixIn(cwd, 'out')
  expect(columns.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['strict', 'conforms'],
    ['faulty', 'does not conform'],
    ['gone', 'not judged'],
    ['wrong', 'not judged'],
  ])
  expect(columns[3]?.problem).toMatch(/wrong\.yaml:\d+: limit: /)
  expect(conformance.map(({ title }) => title)).not.toContain('Duties of the client')
  const rows = conformance.flatMap((topic) => topic.rows)
  const known = rows.find(({ requirement }) => requirement === 'token.known')
  expect(known?.cells.map(({ fared }) => fared)).toEqual(['held', 'broken', 'unjudged', 'unjudged'])
  const [choice] = choices.filter(({ requirement }) => requirement === 'list.open.no-wallet-address')
  expect(choice?.cells.map(({ does, isSeen }) => [does, isSeen])).toEqual([
    [["only items of the token's wallet address"], true],
    [["only items of the token's wallet address"], true],
    [[], false],
    [[], false],
  ])
  expect(stdout).toMatch(/\n {2}strict {2}✓ conforms .*\n {2}faulty {2}✗ does not conform .* 1 failure/)
  expect(stderr).toContain('wrote out/matrix.html, out/matrix.json, out/matrix.md, out/register.md\n')

  const page = readFileSync(join(cwd, 'out/matrix.html'), 'utf8')
  const [, linked = ''] = /href="(faulty\/report\.html#finding-[\w.-]+)"/.exec(page) ?? []
  const [file = '', finding] = linked.split('#')
  expect(readFileSync(join(cwd, 'out', file), 'utf8')).toContain(`id="${finding}"`)
  expect(page).not.toMatch(/<(?:script|link|img|iframe)\b|url\(|@import/)
  expect(readFileSync(join(cwd, 'out/matrix.md'), 'utf8')).toMatch(
    /<br>`token\.known` MUST, inferred \| ✓ \| \[✗\]\(faulty\/report\.html#finding-\S+\) \| \? \| \? \|/,
  )
  const register = readFileSync(join(cwd, 'out/register.md'), 'utf8')
  expect(register).toContain('What was seen at "Interop event", ')
  expect(register).toMatch(
    /^- `errors\.[\w.-]+` .*\n(?: {2}- \*\*Reading:.*\n)? {2}- \*\*Seen:\*\* `strict held; faulty /m,
  )
  expect(register).not.toContain('profile open-payments')
  expect(existsSync(join(cwd, 'out/strict/events.ndjson'))).toBe(true)

  const token = /full: (\S+)/.exec(readFileSync(join(cwd, 'strict.yaml'), 'utf8'))?.[1] ?? 'no token'
  const written = ['html', 'json', 'md'].map((form) => readFileSync(join(cwd, `out/matrix.${form}`), 'utf8'))
  for (const text of [...written, stdout, stderr]) expect(text).not.toContain(token)

  writeFileSync(
    join(cwd, 'again.yaml'),
    stringify({
      version: 1,
      targets: [{ report: 'out/faulty/report.json' }, { report: 'out/strict/report.json' }],
    }),
  )
  expect(await command(['matrix', 'again.yaml', '--out', 'again'], { cwd })).toMatchObject({ code: 1 })
  const again = matrixIn(cwd, 'again')
  expect(again.columns.map(({ page }) => page)).toEqual([
    '../out/faulty/report.html',
    '../out/strict/report.html',
  ])
  const [first] = again.conformance
    .flatMap((topic) => topic.rows)
    .filter(({ requirement }) => requirement === 'token.known')
  expect(first?.cells).toEqual([known?.cells[1], known?.cells[0]])
})

test('a server that answered in an earlier matrix, but is down now, is not judged', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  const matrixOf = async (baseUrl: unknown) => {
    writeFileSync(join(cwd, 'one.yaml'), stringify({ ...target, connectUrl: baseUrl }))
    const args = ['one.yaml', '--no-payments', '--only', 'tokens/unknown', '--out', 'out']
    await command(['matrix', ...args], { cwd })
    return matrixIn(cwd, 'out').columns[0]
  }
  expect(await matrixOf(target['baseUrl'])).toMatchObject({ outcome: 'conforms', page: 'one/report.html' })
  expect(await matrixOf('http://127.0.0.1:9')).toMatchObject({
    outcome: 'not judged',
    page: 'one/not-judged/report.html',
  })
})

test('--only with a word that matches nothing exits with 2 before anything is sent', async () => {
  const cwd = await event()
  const asked = ['matrix', 'event.yaml', '--only', 'tokens/unknwn', '--out', 'bad']
  const { code, stderr } = await command(asked, { cwd })
  expect(code).toBe(2)
  expect(stderr).toMatch(/--only tokens\/unknwn matches no check.*did you mean "tokens\/unknown"/)
  expect(existsSync(join(cwd, 'bad'))).toBe(false)
})

test('an interrupted matrix exits with 130 and marks every server as not judged', async () => {
  const cwd = await event()
  const signal = AbortSignal.abort()
  const { code } = await command(['matrix', 'strict.yaml', 'faulty.yaml', '--out', 'a'], { cwd, signal })
  expect(code).toBe(130)
  expect(matrixIn(cwd, 'a').columns.map(({ outcome }) => outcome)).toEqual(['not judged', 'not judged'])
})

test('with --live the page exists from the beginning and reloads until every server is done', async () => {
  const cwd = await event()
  const pages: string[] = []
  const page = (): string => readFileSync(join(cwd, 'live/matrix.html'), 'utf8')
  const asked = ['--only', 'tokens/unknown', '--no-payments', '--live', '--jobs', '1', '--out', 'live']
  await command(['matrix', 'event.yaml', ...asked], { cwd, saidAside: () => void pages.push(page()) })
  const reloading = pages.filter((text) => text.includes('http-equiv="refresh"'))
  expect(reloading[0]?.match(/not done yet/g)).toHaveLength(4)
  expect(reloading.at(-1)?.match(/not done yet/g)?.length ?? 0).toBeLessThan(4)
  expect(page()).not.toContain('http-equiv="refresh"')
  expect(page()).not.toContain('not done yet')
})
