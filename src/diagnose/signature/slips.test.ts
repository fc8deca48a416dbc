import { createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { createSigner } from 'http-message-signatures'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { sign } from '../../http/request/sign.ts'
import { plainSigning } from '../../http/testing/target.ts'
import {
  clientKey,
  created,
  flawOf,
  keyOf,
  list,
  quote,
  signed,
  signedOver,
  withHeaders,
} from './testing/signed.ts'

/** Signs one message and sends another. */
const sentAs = async (before: HttpRequest, after: Partial<HttpRequest>): Promise<HttpRequest> => ({
  ...(await signed(before)),
  ...after,
})

const urls: Array<[signed: string, sent: string, because: string]> = [
  ['https://wallet.example/op/quotes/', quote.url, 'with a slash at the end of its path'],
  [quote.url, 'https://wallet.example/op/quotes/', 'without the slash at the end of its path'],
  [list.url.replace(/\?.*/, ''), list.url, 'without the query'],
  ['https://wallet.example/quotes', quote.url, 'without the first segment of the path'],
  ['https://wallet.example:443/op/quotes', quote.url, 'with another port'],
  [
    'http://localhost:8080/quotes',
    'http://127.0.0.1:8080/quotes',
    'with another host, localhost for 127.0.0.1',
  ],
  ['https://bank.example/op/quotes', quote.url, 'with another host, one that the body names'],
  [
    list.url.replaceAll('%2F', '%2f').replaceAll('%3A', '%3a'),
    list.url,
    'with the escapes of its query in another case, %2F for %2f',
  ],
  [
    'https://wallet.example/op/incoming-payments?first=10&wallet-address=https%3A%2F%2Fwallet.example%2Falice',
    list.url,
    'with the parameters of its query sorted',
  ],
  ['/op/quotes', quote.url, 'only path and query, but @target-uri is the complete URL'],
  [
    'http://wallet.example/op/quotes/',
    quote.url,
    'with another scheme, as behind a proxy that terminates TLS, and with a slash at the end of its path',
  ],
]

test.each(urls)(
  'the diagnosis explains a request signed for %s but sent to %s: %s',
  async (before, after, because) => {
    const message = after === list.url ? list : quote
    const told = flawOf(await sentAs({ ...message, url: before }, { url: after }))
    expect(told).toBe(
      `Signature "sig1" does not verify: it was made for ${before} (${because}), but the request is for ${after}.`,
    )
  },
)

test('the diagnosis tries the hosts and paths of the URLs in the target file', async () => {
  const bases = ['http://10.0.0.7:8080/api', 'https://wallet.example/op']
  const inside = await sentAs({ ...quote, url: 'http://10.0.0.7:8080/op/quotes' }, { url: quote.url })
  expect(flawOf(inside, { bases })).toContain('with another host, one that the target file names')
  const prefixed = await sentAs({ ...quote, url: 'https://wallet.example/api/op/quotes' }, { url: quote.url })
  expect(flawOf(prefixed, { bases })).toContain('with the path of baseUrl left out or added')
})

const headers: Array<[name: string, signed: string, sent: string, says: string]> = [
  ['authorization', 'token-of-alice', 'GNAP token-of-alice', 'the token without its scheme'],
  ['authorization', 'Bearer token-of-alice', 'GNAP token-of-alice', 'with the scheme Bearer'],
  ['content-type', 'application/json', 'application/json; charset=utf-8', 'application/json'],
]

test.each(headers)(
  'the diagnosis explains a signature over another %s, %s for %s',
  async (name, before, after, says) => {
    const components = [...plainSigning.components, 'content-type']
    const message = await signed(withHeaders(quote, { [name]: before }), { components })
    expect(flawOf(withHeaders(message, { [name]: after }))).toBe(
      `Signature "sig1" does not verify: it was made with another ${name}: ${says}.`,
    )
  },
)

test('the diagnosis explains a digest that was changed after signing, to a right or a wrong one', async () => {
  const whole = await signed(quote)
  const digest = whole.headers['content-digest']
  const other = await signed(
    withHeaders(quote, { 'content-digest': digest?.replaceAll(/=:|:$/g, (mark) => mark.replace(':', '')) }),
  )
  expect(flawOf(withHeaders(other, { 'content-digest': digest }))).toBe(
    'Signature "sig1" does not verify: it was made with another content-digest: the sha-512 digest of this body without its colons.',
  )
  expect(flawOf(withHeaders(whole, { 'content-digest': 'sha-512=:AAAA:' }))).toBe(
    `Signature "sig1" does not verify: it was made with another content-digest: the sha-512 digest of this body, ${digest}.`,
  )
})

const bases: Array<[says: string, change: (base: string) => string | Buffer]> = [
  ['its base ends in a line break', (base) => `${base}\n`],
  ['the lines of its base end in CR LF, but RFC 9421 uses LF', (base) => base.replaceAll('\n', '\r\n')],
  ['its base has no line @signature-params', (base) => base.replace(/\n[^\n]*$/, '')],
  ['the component names in its base have no double quotes', (base) => base.replace(/^"([^"]*)"/gm, '$1')],
  ['the lines of its base have no space after the colon', (base) => base.replace(/^("[^"]*"): /gm, '$1:')],
  ['its line @signature-params starts with the label', (base) => base.replace('params": ', 'params": sig1=')],
  [
    'its line @signature-params has the parameters in a different order than in the header',
    (base) => base.replace(/(;created=\d+)(;keyid=".*")/, '$2$1'),
  ],
  [
    'its line @signature-params has no created, which was added to the header later',
    (base) => base.replace(/;created=\d+/, ''),
  ],
  ['it was made for the method post, but the request is a POST', (base) => base.replace('POST', 'post')],
]

test.each(bases)('%s', async (says, change) => {
  expect(flawOf(await signedOver(quote, change))).toBe(`Signature "sig1" does not verify: ${says}.`)
})

test('two mistakes of different parts are found together', async () => {
  const message = await signedOver({ ...quote, url: `${quote.url}/` }, (base) => `${base}\n`)
  expect(flawOf({ ...message, url: quote.url })).toBe(
    'Signature "sig1" does not verify: it was made for https://wallet.example/op/quotes/ (with a slash at the end of its path), but the request is for https://wallet.example/op/quotes; and its base ends in a line break.',
  )
})

test.each([
  ['in hex before base64', (bytes: Buffer) => Buffer.from(bytes.toString('hex')).toString('base64')],
  ['in base64 twice', (bytes: Buffer) => Buffer.from(bytes.toString('base64')).toString('base64')],
])('recognises a signature that is encoded %s', async (how, encode) => {
  const message = await signedOver(quote, (base) => base, encode)
  expect(flawOf(message)).toBe(`Signature "sig1" does not verify: it was encoded ${how}.`)
})

const keyOfAlg = (alg: string, pair: { privateKey: SigningKey['privateKey'] }): SigningKey => ({
  name: 'signing',
  keyId: 'k',
  alg,
  privateKey: pair.privateKey,
})

test.each([
  ['ES256', 'P-256', 'sha256'],
  ['ES384', 'P-384', 'sha384'],
])('recognises an %s signature in DER', async (alg, namedCurve, hash) => {
  const pair = generateKeyPairSync('ec', { namedCurve })
  const keys = [keyOf(pair.publicKey, 'k', alg)]
  const { message, base } = await sign(quote, { ...plainSigning, key: keyOfAlg(alg, pair) }, created)
  expect(flawOf(message, { keys })).toBeUndefined()
  // Each number may begin with zeros or need one in front. That happens so often that a few signatures show it.
  for (let times = 0; times < 40; times += 1) {
    const der = signBytes(hash, Buffer.from(base), pair.privateKey).toString('base64')
    expect(flawOf(withHeaders(message, { signature: `sig1=:${der}:` }), { keys })).toBe(
      'Signature "sig1" does not verify: it is in DER, but RFC 9421 uses r and s side by side (ieee-p1363).',
    )
  }
})

test('the diagnosis recognises RSA by another algorithm, or with the salt of http-message-signatures 1.0.6', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = [keyOf(pair.publicKey, 'k', 'PS512')]
  const { message, base } = await sign(quote, { ...plainSigning, key: keyOfAlg('RS256', pair) }, created)
  expect(flawOf(message, { keys })).toBe(
    'Signature "sig1" does not verify: it was made with rsa-v1_5-sha256, but the key is for rsa-pss-sha512.',
  )
  const library = await createSigner(pair.privateKey, 'rsa-pss-sha512').sign(Buffer.from(base))
  const salted = withHeaders(message, { signature: `sig1=:${library.toString('base64')}:` })
  expect(flawOf(salted, { keys })).toBe(
    'Signature "sig1" does not verify: its salt has another length than the 64 bytes that RFC 9421, 3.3.1 gives rsa-pss-sha512.',
  )
})

test('the diagnosis names the key of a set that made the signature if its keyid names another', async () => {
  const pair = generateKeyPairSync('ed25519')
  const keys = [clientKey, keyOf(createPublicKey(pair.privateKey), 'second')]
  const key = { ...keyOfAlg('EdDSA', pair), keyId: clientKey.keyId ?? '' }
  expect(flawOf(await signed(quote, { key }), { keys })).toBe(
    'Signature "sig1" does not verify: it was made with the key "second", but its keyid names "test-key-ed25519".',
  )
})
