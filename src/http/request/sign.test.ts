import {
  constants,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  verify,
} from 'node:crypto'
import fc from 'fast-check'
import { createVerifier, httpbis } from 'http-message-signatures'
import { expect, test } from 'vitest'
import { algorithms } from '../../core/algorithm.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { fullToken, plainSigning, targetAt, testKey } from '../testing/target.ts'
import { build } from './message.ts'
import { type Signed, sign } from './sign.ts'

const created = new Date('2021-04-20T02:07:53.900Z')
const target = targetAt('https://wallet.example/op')
const post = () => build({ method: 'POST', path: '/quotes', token: fullToken, body: { a: 1 } }, target)

test('the signer makes the signature of RFC 9421, B.2.6, byte for byte', async () => {
  const message: HttpRequest = {
    method: 'POST',
    url: 'https://example.com/foo?param=Value&Pet=dog',
    headers: { date: 'Tue, 20 Apr 2021 02:07:55 GMT', 'content-type': 'application/json' },
    body: Buffer.from('{"hello": "world"}'),
  }
  const components = ['date', '@method', '@path', '@authority', 'content-type', 'content-length']
  const signed = await sign(message, { ...plainSigning, label: 'sig-b26', components }, created)
  expect(signed.message.headers).toMatchObject({
    'content-length': '18',
    'signature-input':
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature:
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  })
})

test('the simplest form covers method, target URI, authorization and content digest', async () => {
  const { message, label, components, base } = await sign(await post(), plainSigning, created)
  expect(label).toBe('sig1')
  expect(components).toEqual(['@method', '@target-uri', 'authorization', 'content-digest'])
  expect(message.headers['signature-input']).toBe(
    'sig1=("@method" "@target-uri" "authorization" "content-digest");created=1618884473;keyid="test-key-ed25519"',
  )
  expect(base.split('\n')).toEqual([
    '"@method": POST',
    '"@target-uri": https://wallet.example/op/quotes',
    `"authorization": GNAP ${await fullToken.value()}`,
    `"content-digest": ${message.headers['content-digest']}`,
    '"@signature-params": ("@method" "@target-uri" "authorization" "content-digest");created=1618884473;keyid="test-key-ed25519"',
  ])
})

test('the signer does not cover authorization without a token, or content-digest without a body', async () => {
  const bare = await sign(await build({ method: 'GET', path: '/quotes/1' }, target), plainSigning, created)
  expect(bare.components).toEqual(['@method', '@target-uri'])
  expect(bare.message.headers).not.toHaveProperty('content-digest')
})

test('the signer does not cover the Content-Length of a body in chunks, which has none', async () => {
  const signing = { ...plainSigning, components: [...plainSigning.components, 'content-length'] }
  const draft = { method: 'POST', path: '/quotes', body: {} } as const
  const { components, message } = await sign(
    await build({ ...draft, chunked: true }, target),
    signing,
    created,
  )
  expect(components).not.toContain('content-length')
  expect(message.headers).not.toHaveProperty('content-length')
  expect((await sign(await build(draft, target), signing, created)).components).toContain('content-length')
})

test('the signer adds a digest to the message even if the signature does not cover it', async () => {
  const { message } = await sign(await post(), { ...plainSigning, components: ['@method'] }, created)
  expect(message.headers['content-digest']).toMatch(/^sha-512=:/)
  expect(message.headers['signature-input']).toMatch(/^sig1=\("@method"\)/)
})

test('a digest that the message has already is kept and covered', async () => {
  const message = await post()
  const headers = { ...message.headers, 'content-digest': 'sha-512=:AAAA:' }
  const { base } = await sign({ ...message, headers }, plainSigning, created)
  expect(base).toContain('"content-digest": sha-512=:AAAA:')
})

test('a draft may give alg and keyid false values', async () => {
  const signing = {
    ...plainSigning,
    parameters: ['alg', 'keyid'] as const,
    values: { alg: 'rsa', keyid: 'x' },
  }
  const { message } = await sign(await post(), { ...signing, parameters: [...signing.parameters] }, created)
  expect(message.headers['signature-input']).toMatch(/;alg="rsa";keyid="x"$/)
})

test('a component may be listed twice and may have parameters', async () => {
  const components = ['@method', '@method', 'content-type;bs', 'absent;sf']
  const signed = await sign(await post(), { ...plainSigning, components }, created)
  expect(signed.message.headers['signature-input']).toMatch(/^sig1=\("@method" "@method" "content-type";bs\)/)
})

test('parameters have the requested order', async () => {
  const parameters = ['tag', 'nonce', 'expires', 'alg', 'keyid', 'created'] as const
  const { message } = await sign(await post(), { ...plainSigning, parameters: [...parameters] }, created)
  expect(message.headers['signature-input']).toMatch(
    /;tag="op-conformance";nonce="[\w-]{22}";expires=1618884773;alg="ed25519";keyid="test-key-ed25519";created=1618884473$/,
  )
})

test('a signature made at the beginning of the epoch says when it was made', async () => {
  const { message } = await sign(await post(), plainSigning, new Date(0))
  expect(message.headers['signature-input']).toContain(';created=0;')
})

test('an empty list of parameters gives a signature without parameters', async () => {
  const { message } = await sign(await post(), { ...plainSigning, parameters: [] }, created)
  expect(message.headers['signature-input']).toMatch(/"content-digest"\)$/)
})

test('the nonce differs with each signature of one moment', async () => {
  const signing = { ...plainSigning, parameters: ['nonce' as const] }
  const [first, second] = [
    await sign(await post(), signing, created, 1),
    await sign(await post(), signing, created, 2),
  ]
  expect(first.message.headers['signature-input']).not.toBe(second.message.headers['signature-input'])
})

test('sign does not change its argument', async () => {
  const message = await post()
  const before = { ...message, headers: { ...message.headers } }
  await sign(message, plainSigning, created)
  expect(message).toEqual(before)
})

/** Verifies a sent message with nothing but node:crypto and the signature base that RFC 9421 prescribes. */
const verifiesByHand = ({ message }: Signed, key: KeyObject): boolean => {
  const { headers } = message
  const [, parameters = ''] = /^sig1=(.*)$/.exec(headers['signature-input'] ?? '') ?? []
  const covered = [...(/^\(([^)]*)\)/.exec(parameters)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, name = '']) => name,
  )
  const derived: Record<string, string> = { '@method': message.method, '@target-uri': message.url }
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? headers[name]}`)
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n')
  const signature = Buffer.from((headers.signature ?? '').slice('sig1=:'.length, -1), 'base64')
  return verify(null, Buffer.from(base), key, signature)
}

const verifiesByLibrary = (
  { message: { method, url, headers } }: Signed,
  key: KeyObject,
  algorithm: string,
): Promise<boolean | null> =>
  httpbis.verifyMessage(
    { keyLookup: async () => ({ verify: createVerifier(key, algorithm) }) },
    { method, url, headers },
  )

const anyMessage: fc.Arbitrary<HttpRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  url: fc.webUrl({ withQueryParameters: true }),
  headers: fc.constantFrom<Record<string, string>>({}, { authorization: 'GNAP t' }),
  body: fc.uint8Array(),
})

test('every signature verifies by the library and by hand until a covered part is changed', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessage, async (message) => {
      const signed = await sign(message, plainSigning, created)
      const publicKey = createPublicKey(testKey.privateKey)
      expect(verifiesByHand(signed, publicKey)).toBe(true)
      expect(await verifiesByLibrary(signed, publicKey, 'ed25519')).toBe(true)
      const headers = { ...signed.message.headers, 'content-digest': 'sha-512=:AAAA:' }
      for (const change of [{ method: 'PUT' }, { url: `${message.url}x` }, { headers }]) {
        const changed = { ...signed, message: { ...signed.message, ...change } }
        expect(verifiesByHand(changed, publicKey)).toBe(false)
      }
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['ecdsa-p256-sha256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['ecdsa-p384-sha384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['rsa-v1_5-sha256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['rsa-pss-sha512', generateKeyPairSync('rsa', { modulusLength: 2048 })],
])('a signature by %s verifies by the library', async (name, { privateKey, publicKey }) => {
  const key = { ...testKey, alg: algorithms[name]?.jwk ?? '', privateKey }
  const signed = await sign(await post(), { ...plainSigning, key }, created)
  expect(await verifiesByLibrary(signed, publicKey, name)).toBe(true)
})

test('the salt of RSASSA-PSS is 64 bytes, as RFC 9421 says and some verifiers demand', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signature = algorithms['rsa-pss-sha512']?.sign(Buffer.from('data'), privateKey) ?? Buffer.alloc(0)
  const options = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
  expect(verify('sha512', Buffer.from('data'), options, signature)).toBe(true)
})

test('a shared secret signs by HMAC', () => {
  const signature = algorithms['hmac-sha256']?.sign(Buffer.from('data'), createSecretKey(Buffer.from('key')))
  expect(signature?.toString('hex')).toBe('5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0')
})

test('the signer refuses a key that does not fit its alg without showing the key', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...testKey, privateKey }
  await expect(sign(await post(), { ...plainSigning, key }, created)).rejects.toThrow(
    'the key of signing does not fit its alg EdDSA',
  )
})

test('a signature over another message is valid for that one, and is sent with the request', async () => {
  const over = (message: HttpRequest): HttpRequest => ({
    ...message,
    method: 'PUT',
    url: `${message.url}?x=1`,
    headers: { ...message.headers, 'content-digest': 'sha-512=:AAAA:' },
  })
  const right = await sign(await post(), plainSigning, created)
  const { message, whole, base } = await sign(await post(), { ...plainSigning, over }, created)
  expect(base).toBe(
    right.base
      .replace('POST', 'PUT')
      .replace('/quotes', '/quotes?x=1')
      .replace(/sha-512=.*/, 'sha-512=:AAAA:'),
  )
  const { signature = '' } = message.headers
  expect(signature).not.toBe(right.message.headers.signature)
  expect(message).toEqual({ ...right.message, headers: { ...right.message.headers, signature } })
  expect(whole).toEqual({ ...over(right.message), headers: { ...over(right.message).headers, signature } })
})

test('the signer adds further signatures after the first, each with its own label and components', async () => {
  const further = [{ label: 'a', components: ['@method'] }, { label: 'b' }]
  const alone = await sign(await post(), plainSigning, created)
  const { message, base } = await sign(await post(), { ...plainSigning, further }, created)
  const lesser = await sign(await post(), { ...plainSigning, label: 'a', components: ['@method'] }, created)
  const renamed = (field = ''): string => field.replace('sig1', 'b')
  expect(base).toBe(alone.base)
  for (const name of ['signature', 'signature-input']) {
    const only = alone.message.headers[name]
    expect(message.headers[name]).toBe(`${only}, ${lesser.message.headers[name]}, ${renamed(only)}`)
  }
})

test('created and expires have the requested offsets in seconds from now', async () => {
  const values = { created: -600, expires: -300 }
  const parameters: Array<'created' | 'expires'> = ['created', 'expires']
  const { message } = await sign(await post(), { ...plainSigning, parameters, values }, created)
  expect(message.headers['signature-input']).toMatch(/;created=1618883873;expires=1618884173$/)
})
