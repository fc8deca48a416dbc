import { createHash, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import { contentDigest } from '../../http/request/digest.ts'
import { testKey } from '../../http/testing/target.ts'
import { body, explained, flawOf, list, quote, signed, signedOver, withHeaders } from './testing/signed.ts'

const { privateKey: otherPair } = generateKeyPairSync('ed25519')
const whole = await signed(quote)
const input = whole.headers['signature-input'] ?? ''
const digest = contentDigest(Buffer.from(body), 'sha-512')

test.each<[string, HttpRequest]>([
  ['a POST', whole],
  ['a GET with a query', await signed(list)],
  ['another label', await signed(quote, { label: 'my-sig.2' })],
  [
    'spaces where RFC 9421 serialises none',
    withHeaders(whole, { 'signature-input': input.replace(';created', '; created') }),
  ],
])('the signature of %s verifies', (_, message) => {
  expect(explained(message)).toMatchObject({ good: { keyId: 'test-key-ed25519' } })
  expect(flawOf(message)).toBeUndefined()
})

const pretty = JSON.stringify(JSON.parse(body), null, 2)
const others = ['@method', '@target-uri', 'authorization']

const asking: HttpRequest = {
  method: 'POST',
  url: 'https://auth.wallet.example/',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    '{"access_token":{"access":[{"type":"quote","actions":["create"]}]},"client":"https://wallet.example/alice"}',
  ),
}
const grant = await signed(asking)

test('a grant request carries no token, and a signature that covers all the rest is good', () => {
  expect(flawOf(grant)).toBeUndefined()
  expect(flawOf(withHeaders(whole, { authorization: undefined }))).toMatch(/covers "authorization", but/)
})

test.each<[string, HttpRequest, RegExp]>([
  [
    'the wrong key',
    await signed(asking, { key: { ...testKey, privateKey: otherPair } }),
    /another key made it/,
  ],
  [
    'a key id that nobody knows',
    await signed(asking, { values: { keyid: 'x' } }),
    /uses the key "x", which is unknown/,
  ],
  [
    'an altered body',
    { ...grant, body: Buffer.from(`${asking.body} `) },
    /^Content-Digest does not match the body/,
  ],
  [
    'a body cut off',
    { ...grant, body: Buffer.from(`${asking.body}`.slice(0, -9)) },
    /^Content-Digest does not match/,
  ],
])('reports %s of a grant request, and not its missing token', (_, message, sentence) => {
  expect(flawOf(message)).toMatch(sentence)
})

const cavage = 'keyId="k",algorithm="hs2019",headers="(request-target) host",signature="AAAA"'
const unsigned = { signature: undefined, 'signature-input': undefined }

test.each<[string, Record<string, string | undefined>]>([
  ['Signature', { ...unsigned, signature: cavage }],
  ['Authorization', { ...unsigned, authorization: `Signature ${cavage}` }],
])('recognises draft-cavage in the header %s', (_, headers) => {
  expect(flawOf(withHeaders(whole, headers))).toMatch(
    /^The request is signed in the form of draft-cavage-http-signatures/,
  )
})

test('the explanation does not mistake base64url for base64 without colons', () => {
  const signature = (whole.headers['signature'] ?? '').replace(/:./, ':_')
  expect(flawOf(withHeaders(whole, { signature }))).toBe(
    'The headers break RFC 8941: in Signature, "sig1" is base64url; write base64 with + and /, and with padding.',
  )
})

/** Ten requests that are each wrong in one way, with the sentence that says so. */
const ten: Array<[mistake: string, message: HttpRequest, sentence: string]> = [
  [
    'the digest left uncovered',
    await signed(quote, { components: others }),
    'Signature "sig1" does not cover "content-digest", which is required, because the request has a body; it covers "@method" "@target-uri" "authorization".',
  ],
  [
    'the body written anew after the digest was taken',
    { ...whole, body: Buffer.from(pretty) },
    `Content-Digest does not match the body: these 130 bytes have ${contentDigest(Buffer.from(pretty), 'sha-512')}, but it says ${digest}, which is that of the same JSON, written compactly; compute it over the exact bytes that are sent.`,
  ],
  [
    'signed for http behind a proxy that ends TLS',
    { ...(await signed({ ...quote, url: quote.url.replace('https', 'http') })), url: quote.url },
    'Signature "sig1" does not verify: it was made for http://wallet.example/op/quotes (with another scheme, as behind a proxy that terminates TLS), but the request is for https://wallet.example/op/quotes.',
  ],
  [
    'the escapes of the query decoded before signing',
    { ...(await signed({ ...list, url: decodeURIComponent(list.url) })), url: list.url },
    'Signature "sig1" does not verify: it was made for https://wallet.example/op/incoming-payments?wallet-address=https://wallet.example/alice&first=10 (with the escapes of its query decoded), but the request is for https://wallet.example/op/incoming-payments?wallet-address=https%3A%2F%2Fwallet.example%2Falice&first=10.',
  ],
  [
    'the PHP form, base64 without colons',
    withHeaders(whole, { signature: whole.headers['signature']?.replaceAll(':', '') }),
    'The headers break RFC 8941: in Signature, the base64 of "sig1" is not between colons; write sig1=:BASE64:.',
  ],
  [
    'a key id that nobody knows',
    await signed(quote, { values: { keyid: 'https://wallet.example/alice' } }),
    'Signature "sig1" uses the key "https://wallet.example/alice", which is unknown: the only key given is "test-key-ed25519".',
  ],
  [
    'the name that the key has in its JWK as alg',
    await signed(quote, { parameters: ['created', 'keyid', 'alg'], values: { alg: 'EdDSA' } }),
    'Signature "sig1" says alg="EdDSA", but its key is for "ed25519", as RFC 9421 calls it.',
  ],
  [
    'the base hashed before it was signed',
    await signedOver(quote, (base) => createHash('sha512').update(base).digest()),
    'Signature "sig1" does not verify: it is over the SHA-512 hash of the base, but must be over the base itself.',
  ],
  [
    'created in milliseconds',
    withHeaders(whole, { 'signature-input': input.replace(/created=(\d+)/, 'created=$1000') }),
    'Signature "sig1" has a created in milliseconds, 1767323045000; RFC 9421, 2.3, counts seconds: 1767323045.',
  ],
  [
    'another token than the one that was signed',
    withHeaders(whole, { authorization: 'GNAP token-of-bob' }),
    'Signature "sig1" does not verify with the key "test-key-ed25519" (ed25519): another key made it, or what it covers was altered; compare its base with the client\'s, line by line.',
  ],
]

test.each(ten)('one sentence explains %s', (_, message, sentence) => expect(flawOf(message)).toBe(sentence))

test('one good signature of several is enough, otherwise the one that got furthest is explained', async () => {
  const beside = (good: HttpRequest) =>
    withHeaders(good, {
      'signature-input': `other=("@method");keyid="unknown", ${good.headers['signature-input']}, third=()`,
      signature: `other=:${Buffer.alloc(64).toString('base64')}:, ${good.headers['signature']}`,
    })
  expect(explained(beside(whole))).toMatchObject({ good: { label: 'sig1', keyId: 'test-key-ed25519' } })
  expect(flawOf({ ...beside(whole), method: 'PUT' })).toBe(
    'Signature "sig1" does not verify: it was made for the method POST, but the request is a PUT.',
  )
})

test('the explanation shows every readable signature with its base over the request as received', async () => {
  const { signatures } = explained({ ...whole, method: 'PUT' })
  const rest = [
    '"@target-uri": https://wallet.example/op/quotes',
    '"authorization": GNAP token-of-alice',
    `"content-digest": ${digest}`,
    `"@signature-params": ${input.replace('sig1=', '')}`,
  ].join('\n')
  expect(signatures).toEqual([
    { label: 'sig1', base: `"@method": PUT\n${rest}`, signed: `"@method": POST\n${rest}` },
  ])
  expect(explained(withHeaders(whole, { 'content-digest': undefined }))).toEqual({
    signatures: [{ label: 'sig1' }],
    cause: 'no-base',
    flaw: 'Signature "sig1" covers "content-digest", but the request has no such header; send it as it was signed.',
  })
})
