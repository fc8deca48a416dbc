import { expect, test } from 'vitest'
import { refusal } from './testing/folder.ts'
import { leastFile } from './testing/whole-file.ts'

/**
 * A limit in microseconds of processor time, which grows too on a busy machine. Each of these files once took from half
 * a minute to several minutes.
 */
const soon = 3_000_000

const refusedSoon = async (text: string, files?: Record<string, string>): Promise<string> => {
  const before = process.cpuUsage()
  const { message } = await refusal(text, {}, files)
  expect(process.cpuUsage(before).user).toBeLessThan(soon)
  return message
}

const many = 8000
const lines = (line: (number: number) => string): string =>
  Array.from({ length: many }, (_, number) => line(number)).join('\n')

test.each([
  ['brackets that are never closed', `a: ${'['.repeat(50_000)}`],
  ['brackets that are closed', `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['braces', '{a: '.repeat(50_000)],
  ['braces without keys', `a: ${'{'.repeat(50_000)}`],
  ['lists within lists', `${'- '.repeat(50_000)}a`],
  ['keys within keys', `${'? '.repeat(50_000)}a`],
  ['indented lines', Array.from({ length: 1200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
])('a file of %s is refused before it is read', async (_, text) => {
  expect(await refusedSoon(text)).toBe('t.yaml:1: The file is nested too deeply. Remove unneeded brackets.')
})

test.each([
  ['unknown keys', (at: number) => `key${at}: 1`, 'Unknown key'],
  ['keys that appear twice', () => 'again: 1', 'The key appears twice'],
  ['unknown tags', (at: number) => `key${at}: !t x`, 'A tag is unknown'],
  ['aliases without an anchor', (at: number) => `key${at}: *a${at}`, 'An alias does not name an anchor'],
  ['unset variables', (at: number) => `key${at}: \${NONE}`, 'The variable NONE is not set'],
])('the message shows the first twenty of %s and counts all', async (_, line, fact) => {
  const [head = '', ...shown] = (await refusedSoon(leastFile(lines(line)))).split('\n')
  expect(head).toMatch(/^t\.yaml: (?:7999|8000|16000) mistakes, the first 20 of them here$/)
  expect(shown).toHaveLength(20)
  for (const one of shown) expect(one).toContain(fact)
})

test('twenty mistakes are all shown', async () => {
  const text = leastFile(Array.from({ length: 20 }, (_, at) => `key${at}: 1`).join('\n'))
  const [head, ...shown] = (await refusedSoon(text)).split('\n')
  expect(head).toBe('t.yaml: 20 mistakes')
  expect(shown).toHaveLength(20)
})

test('a long line is not mistaken for deep nesting', async () => {
  const overrides = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, { a: [1] }]))
  for (const spaces of [0, 1]) {
    const text = JSON.stringify({ overrides }, null, spaces).replaceAll('\n', '')
    expect(await refusedSoon(text)).toContain('Unknown key')
  }
})

test('a file of more than 1 MiB is refused unread', async () => {
  const message = await refusedSoon(leastFile(`name: "${'x'.repeat(2 ** 20)}"`))
  expect(message).toBe('t.yaml:1: The file is longer than 1 MiB. Look whether it is the right file.')
})

const inUtf16 = (text: string, mark: '' | '\ufeff', order: 'le' | 'be'): string => {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return (order === 'le' ? bytes : bytes.swap16()).toString()
}

test.each([
  ['little endian with its mark', '\ufeff', 'le'],
  ['big endian with its mark', '\ufeff', 'be'],
  ['little endian without a mark', '', 'le'],
  ['big endian without a mark', '', 'be'],
] as const)('the message says that a file is in UTF-16: %s', async (_, mark, order) => {
  const sentence = 'in UTF-16, expected UTF-8. Save it as UTF-8.'
  expect(await refusedSoon(inUtf16(leastFile(), mark, order))).toBe(`t.yaml:1: The file is ${sentence}`)
  const token = { 'token.txt': inUtf16('abcdefgh', mark, order) }
  expect(await refusedSoon(leastFile().replace('abc', 'file:token.txt'), token)).toBe(
    `t.yaml:7: tokens.full: The file after "file:" is ${sentence}`,
  )
})
