import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentDigest } from '../../http/request/digest.ts'
import { digestFlaw } from './digest.ts'
import { quote } from './testing/signed.ts'

const flawOf = (body: string, digest: string | undefined): string | undefined =>
  digestFlaw({
    ...quote,
    headers: digest === undefined ? {} : { 'content-digest': digest },
    body: Buffer.from(body),
  })

const digestOf = (body: string, algorithm: 'sha-512' | 'sha-256' = 'sha-512') =>
  contentDigest(Buffer.from(body), algorithm)

test('the explanation recognises a digest in hex, although hex is also base64', () => {
  const body = Buffer.from('{}')
  const field = `sha-512=:${createHash('sha512').update(body).digest('hex')}:`
  const message = { method: 'POST', url: 'https://a.example/', headers: { 'content-digest': field }, body }
  expect(digestFlaw(message)).toContain('which is the digest in hex; write its bytes in base64')
})

test.each([
  ['sha-512', digestOf('{}')],
  ['sha-256', digestOf('{}', 'sha-256')],
  ['both', `${digestOf('{}', 'sha-256')}, ${digestOf('{}')}`],
  ['both a known and an unknown algorithm', `md5=:AAAA:, ${digestOf('{}')}`],
])('a digest by %s is good', (_, digest) => expect(flawOf('{}', digest)).toBeUndefined())

test('the explanation accepts a missing digest only without a body', () => {
  expect(flawOf('', undefined)).toBeUndefined()
  expect(flawOf('{}', undefined)).toBe(
    `The request has a body but no Content-Digest; add content-digest: ${digestOf('{}')}`,
  )
})

test('the explanation reports a wrong digest beside a right one', () =>
  expect(flawOf('{}', `${digestOf('{}')}, ${digestOf('[]', 'sha-256')}`)).toContain(
    `these 2 bytes have ${digestOf('{}', 'sha-256')}, but it says ${digestOf('[]', 'sha-256')}`,
  ))

test.each([
  ['sha-512=AAAA', 'Content-Digest breaks RFC 8941: it must have the form sha-512=:BASE64:'],
  ['sha-512="AAAA"', 'Content-Digest breaks RFC 8941: it must have the form sha-512=:BASE64:'],
  ['sha-512=:AA', 'Content-Digest breaks RFC 8941: it must have the form sha-512=:BASE64:'],
  ['md5=:AAAA:', 'Content-Digest has only md5, and sha-512 or sha-256 is needed'],
  ['', 'Content-Digest has only nothing, and sha-512 or sha-256 is needed'],
])('reports Content-Digest: %s, with what to write instead', (digest, fact) =>
  expect(flawOf('{}', digest)).toBe(`${fact}; for this body write ${digestOf('{}')}`),
)

const value = { b: 'https://wallet.example/café', a: [1, { c: 'x' }] }
const compact = JSON.stringify(value)

test.each([
  ['the same JSON, written compactly', JSON.stringify(value, null, 2), compact],
  ['the same JSON, written with an indent of 2', compact, JSON.stringify(value, null, 2)],
  ['the same JSON, written with an indent of 4', compact, JSON.stringify(value, null, 4)],
  ['the same JSON, written with tabs', compact, JSON.stringify(value, null, '\t')],
  [
    'the same JSON, written with spaces after commas and colons',
    compact,
    '{"b": "https://wallet.example/caf\\u00e9", "a": [1, {"c": "x"}]}',
  ],
  ['the same JSON, its keys sorted', compact, JSON.stringify({ a: value.a, b: value.b })],
  ['the same JSON, its slashes escaped', compact, compact.replaceAll('/', '\\/')],
  ['the same JSON, with non-ASCII characters escaped', compact, compact.replace('é', '\\u00e9')],
  ['the same JSON as a JSON string', compact, JSON.stringify(compact)],
  ['the same without the line break at its end', `${compact}\n`, compact],
  ['the same with a line break at its end', compact, `${compact}\n`],
  ['no body at all', compact, ''],
])('recognises a digest of %s', (what, body, digested) =>
  expect(flawOf(body, digestOf(digested))).toContain(
    `, which is that of ${what}; compute it over the exact bytes that are sent`,
  ),
)

test('the explanation recognises a digest in another encoding or by another algorithm, and a digest of another body', () => {
  const hash = createHash('sha512').update('{}').digest()
  const hex = Buffer.from(hash.toString('hex')).toString('base64')
  expect(flawOf('{}', `sha-512=:${hex}:`)).toContain(', which is the hex digest encoded in base64')
  const twice = Buffer.from(hash.toString('base64')).toString('base64')
  expect(flawOf('{}', `sha-512=:${twice}:`)).toContain(', which is the digest encoded in base64 twice')
  expect(flawOf('{}', digestOf('{}', 'sha-256').replace('256', '512'))).toContain(
    ', which is the sha-256 digest',
  )
  expect(flawOf('{}', digestOf('[]'))).toContain(', so the body was changed after the digest was computed')
})
