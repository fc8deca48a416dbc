import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../core/events.ts'
import { readCurlWords } from '../request/curl-words.ts'
import { curlOf } from './curl.ts'

const url = 'https://wallet.example/op/quotes'
const request = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'GET',
  url,
  headers: {},
  ...more,
})

/** Returns the words into which bash splits the command. */
const wordsOf = (command: string): string[] => {
  const [, ...words] = execFileSync(
    'bash',
    ['--norc', '-c', `curl() { printf '%s\\0' curl "$@"; }; ${command}`],
    { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } },
  )
    .slice(0, -1)
    .split('\0')
  return words
}

const read = async (command: string) => {
  const { body, ...rest } = await readCurlWords(wordsOf(command), () => Promise.reject(new Error('no file')))
  return { ...rest, ...(body ? { body: String(body) } : {}) }
}

test.each<[name: string, given: Partial<RecordedRequest>]>([
  ['a GET', {}],
  ['a HEAD', { method: 'HEAD' }],
  ['a body', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":"it\'s"}' }],
  [
    'a body that looks like a file',
    { method: 'POST', headers: { 'content-type': 'x/y' }, body: '@/etc/passwd' },
  ],
  ['a body without a Content-Type', { method: 'POST', body: '{}' }],
  ['an empty header', { headers: { 'x-empty': '', 'x-full': '$(id) `id` "x" !! \\' } }],
  ['a query', { url: `${url}?first=10&cursor=a%2Fb` }],
])('curl sends %s as it was recorded', async (_name, given) =>
  expect(await read(curlOf(request(given)))).toEqual(request(given)),
)

test('the shell reads any body unchanged, and the command contains no control characters', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'\'\\$`"\n\r\u001b!#a1') }),
  )
  fc.assert(
    fc.property(
      text.filter((said) => !said.includes('\0')),
      (said) => {
        const command = curlOf(request({ method: 'POST', headers: { 'content-type': 'x/y' }, body: said }))
        expect(command).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(wordsOf(command).at(-1)).toBe(said)
      },
    ),
    { numRuns: 60 },
  )
})

test('the command omits the headers that curl sets itself', () =>
  expect(curlOf(request({ headers: { host: 'wallet.example', connection: 'keep-alive' } }))).toBe(
    `curl -X GET ${url}`,
  ))

test('the command keeps curl from expanding brackets and from resolving dots', () => {
  expect(curlOf(request({ url: `${url}/[1-9]` }))).toBe(`curl -X GET -g '${url}/[1-9]'`)
  expect(curlOf(request({ url: `${url}/../x` }))).toBe(`curl -X GET --path-as-is ${url}/../x`)
})
