import { expect, test } from 'vitest'
import type { RecordedRequest } from '../core/events.ts'
import { contentDigest } from '../http/request/digest.ts'
import { gathered } from './gathered.ts'
import { exchange, run } from './testing/record.ts'

const digestOf = (body: string): string => contentDigest(Buffer.from(body), 'sha-512')

const request = (more: Partial<RecordedRequest> = {}): RecordedRequest => {
  const { body = '{"a":1}' } = more
  return { method: 'POST', url: 'https://wallet.example/quotes', body, headers: headersOf(body), ...more }
}

const headersOf = (body: string, more: Record<string, string> = {}): Record<string, string> => ({
  authorization: 'GNAP [tokens.full sha256:1a2b3c4d]',
  'content-type': 'application/json',
  'content-digest': digestOf(body),
  'signature-input': 'sig1=("@method");created=1;keyid="a"',
  signature: 'sig1=:[signature sha256:1a2b3c4d]:',
  ...more,
})

const distinctOf = (...requests: RecordedRequest[]): number =>
  gathered([run(), ...requests.map((each, index) => exchange(index, 'a/one', { request: each }))]).distinct

const body = '{"a":1}'

test.each([
  ['the same', {}],
  [
    'signed anew',
    { headers: headersOf(body, { signature: 'sig1=:b:', 'signature-input': 'sig1=();created=2' }) },
  ],
])('a request %s does not count as distinct', (_, more) => {
  expect(distinctOf(request(), request(more))).toBe(1)
})

test.each([
  ['method', { method: 'PUT' }],
  ['target', { url: 'https://wallet.example/quotes?' }],
  ['body', { body: '{"a":2}' }],
  ['header', { headers: headersOf(body, { authorization: 'GNAP [tokens.readOnly sha256:5e6f7a8b]' }) }],
  [
    'digest of the same body',
    { headers: headersOf(body, { 'content-digest': contentDigest(Buffer.from(body), 'sha-256') }) },
  ],
  ['digest of other bytes', { headers: headersOf(body, { 'content-digest': digestOf('other') }) }],
])('a request with a different %s counts as distinct', (_, more) => {
  expect(distinctOf(request(), request(more))).toBe(2)
})
