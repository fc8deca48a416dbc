import { createHash } from 'node:crypto'
import { createHeaders } from '@interledger/http-signature-utils'
import { createSigner, httpbis } from 'http-message-signatures'
import { describe, expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import { testKey } from '../../http/testing/target.ts'
import { flawOf, quote, withHeaders } from './testing/signed.ts'

// Requests that were signed by software of others: good ones pass, and each slip gets its own sentence.

const text = Buffer.from(quote.body ?? []).toString()
const digest = (body: string): string => `sha-512=:${createHash('sha512').update(body).digest('base64')}:`
const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))

/** As the official client signs. */
const official = async (): Promise<HttpRequest> => {
  const { method, url, headers } = quote
  const added = await createHeaders({
    request: { method, url, headers: { ...headers }, body: text },
    privateKey: testKey.privateKey,
    keyId: testKey.keyId,
  })
  return withHeaders(quote, lowerCase(added))
}

const library = async (): Promise<HttpRequest> => {
  const { method, url } = quote
  const key = createSigner(testKey.privateKey, 'ed25519', testKey.keyId)
  const fields = ['content-digest', '@target-uri', '@method', 'authorization', '@authority']
  const headers = { ...quote.headers, 'content-digest': digest(text) }
  const signed = await httpbis.signMessage({ key, fields, name: 'mine' }, { method, url, headers })
  return withHeaders(quote, lowerCase(signed.headers))
}

const spelt = (message: HttpRequest, name: string, change: (value: string) => string): HttpRequest =>
  withHeaders(message, { [name]: change(message.headers[name] ?? '') })

const slips: Array<[string, (message: HttpRequest) => HttpRequest, RegExp]> = [
  [
    'no signature',
    (it) => withHeaders(it, { signature: undefined, 'signature-input': undefined }),
    /^The request is not signed/,
  ],
  [
    'no Signature-Input',
    (it) => withHeaders(it, { 'signature-input': undefined }),
    /has a Signature header, but no Signature-Input/,
  ],
  [
    'no colons',
    (it) => spelt(it, 'signature', (value) => value.replaceAll(':', '')),
    /is not between colons/,
  ],
  ['base64url', (it) => spelt(it, 'signature', (value) => value.replace(/:./, ':_')), /is base64url/],
  [
    'unquoted components',
    (it) =>
      spelt(it, 'signature-input', (value) => value.replace(/\(.*\)/, (list) => list.replaceAll('"', ''))),
    /are not in double quotes/,
  ],
  [
    'an unknown key',
    (it) => spelt(it, 'signature-input', (value) => value.replace(testKey.keyId, 'nobody')),
    /uses the key "nobody", which is unknown/,
  ],
  [
    'another URL',
    (it) => ({ ...it, url: `${it.url}/` }),
    /it was made for https:\/\/wallet\.example\/op\/quotes \(/,
  ],
  [
    'another body',
    (it) => ({ ...it, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) }),
    /which is that of the same JSON, written compactly/,
  ],
  [
    'another token',
    (it) => withHeaders(it, { authorization: 'GNAP another' }),
    /another key made it, or what it covers was altered/,
  ],
  [
    'draft-cavage',
    (it) =>
      withHeaders(it, { 'signature-input': undefined, signature: 'keyId="k",headers="date",signature="AA"' }),
    /draft-cavage/,
  ],
]

describe.each([
  ['the official utilities', official],
  ['http-message-signatures', library],
])('signed by %s', (_, sign) => {
  test('a good request is good', async () => {
    const now = new Date()
    expect(flawOf(await sign(), { now })).toBeUndefined()
  })

  test.each(slips)('%s gets its sentence', async (_slip, slip, sentence) => {
    expect(flawOf(slip(await sign()), { now: new Date() })).toMatch(sentence)
  })
})
