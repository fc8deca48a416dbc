import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import { plainSigning } from '../../http/testing/target.ts'
import { clientKey, created, flawOf, keyOf, list, quote, signed, withHeaders } from './testing/signed.ts'

const whole = await signed(quote)
const input = whole.headers['signature-input'] ?? ''
const signature = whole.headers['signature'] ?? ''
const withInput = (from: string | RegExp, to: string): HttpRequest =>
  withHeaders(whole, { 'signature-input': input.replace(from, to) })

test.each<[what: string, message: HttpRequest, sentence: string]>([
  ['unsigned', quote, 'The request is not signed: it has neither a Signature-Input nor a Signature header.'],
  [
    'no Signature-Input',
    withHeaders(whole, { 'signature-input': undefined }),
    'The request has a Signature header, but no Signature-Input.',
  ],
  ['an empty Signature', withHeaders(whole, { signature: ' ' }), 'The header Signature is empty.'],
  [
    'nothing but commas',
    withHeaders(whole, { signature: ',', 'signature-input': ' , ' }),
    'The headers Signature-Input and Signature contain only commas.',
  ],
  [
    'an extra comma',
    withHeaders(whole, { signature: `${signature},` }),
    'The headers break RFC 8941: an extra comma.',
  ],
  [
    'labels that differ',
    withHeaders(whole, { signature: signature.replace('sig1', 'sig2') }),
    'The label "sig1" is only in Signature-Input, and Signature has "sig2"; a signature must have the same label in both.',
  ],
  [
    'a label in capitals',
    withHeaders(withInput('sig1', 'Sig1'), { signature: signature.replace('sig1', 'Sig1') }),
    'The headers break RFC 8941: the label "Sig1" is not in lower case.',
  ],
  [
    'the Rust form, unquoted components and bare base64',
    withHeaders(withInput(/\([^)]*\)/, '(@method @target-uri authorization content-digest)'), {
      signature: signature.replace(/^sig1=:|:$/g, ''),
    }),
    'The headers break RFC 8941: in Signature-Input, the components of "sig1" are not in double quotes; write sig1=("@method" …), and in Signature, the base64 has no label; write sig1=:BASE64:.',
  ],
  [
    'components without parentheses',
    withInput(/\([^)]*\)/, '"@method" "@target-uri"'),
    'Signature-Input breaks RFC 8941: "sig1" is not a list of components in double quotes in parentheses; write LABEL=("@method" "@target-uri" …);created=…;keyid="…".',
  ],
  [
    'a signature that is not base64',
    withHeaders(whole, { signature: 'sig1=:**:' }),
    'Signature breaks RFC 8941: "sig1" is not base64 between colons; write sig1=:BASE64:.',
  ],
  [
    'a component twice',
    await signed(quote, { components: [...plainSigning.components, '@method'] }),
    'Signature "sig1" lists the component "@method" twice; RFC 9421, 2.5, allows each component only once.',
  ],
  [
    'only a part of the digest covered',
    await signed(quote, {
      components: ['@method', '@target-uri', 'authorization', 'content-digest;key="sha-512"'],
    }),
    'Signature "sig1" does not cover "content-digest", which is required, because the request has a body; it covers "@method" "@target-uri" "authorization" "content-digest";key="sha-512".',
  ],
  [
    'no token at all',
    await signed({ ...list, headers: {} }),
    'Signature "sig1" does not cover "authorization", which is required, but the request has no such header; it covers "@method" "@target-uri".',
  ],
  [
    'no keyid',
    await signed(quote, { parameters: ['created'] }),
    'Signature "sig1" has no keyid; add ;keyid="…", the kid of the key.',
  ],
  [
    'a keyid that is a token',
    withInput(/keyid="(.*)"/, 'keyid=$1'),
    'Signature "sig1" has a keyid that is not a string in double quotes; write ;keyid="…".',
  ],
  [
    'created as a string',
    withInput(/created=(\d+)/, 'created="$1"'),
    'Signature "sig1" has a created that is not an integer; write ;created=1618884473, in seconds since 1970.',
  ],
])('%s', (_, message, sentence) => expect(flawOf(message)).toBe(sentence))

test('the explanation reports a signature as expired or of the future only if the time is given', async () => {
  const before = new Date(created.getTime() - 3_600_000)
  const after = new Date(created.getTime() + 3_600_000)
  const expiring = await signed(quote, { parameters: ['created', 'expires', 'keyid'] })
  expect(flawOf(expiring)).toBeUndefined()
  expect(flawOf(whole, { now: after })).toBeUndefined()
  expect(flawOf(whole, { now: before })).toBe(
    'Signature "sig1" was created in the future, at 2026-01-02T03:04:05Z, 3600 s from now; correct the clock of the client, or give the time of the request with --at.',
  )
  expect(flawOf(expiring, { now: after })).toBe(
    'Signature "sig1" expired at 2026-01-02T03:09:05Z, 3300 s ago; sign again, or give the time of the request with --at.',
  )
})

test('a key without a name verifies under any keyid, and all names are listed if none fits', async () => {
  const nameless = keyOf(clientKey.key)
  const other = await signed(quote, { values: { keyid: 'whatever' } })
  expect(flawOf(other, { keys: [nameless] })).toBeUndefined()
  expect(flawOf(other, { keys: [clientKey, { ...clientKey, keyId: 'b' }] })).toBe(
    'Signature "sig1" uses the key "whatever", which is unknown: the keys given are "test-key-ed25519", "b".',
  )
})
