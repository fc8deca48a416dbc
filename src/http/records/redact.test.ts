import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Secret } from '../../target-file/target.ts'
import { createRedactor } from './redact.ts'

const token = 'OS9M2PMHK/UR64+TB8_N6-BW7O.Z8C=='
const redactor = createRedactor([{ name: 'tokens.full', value: token }])
const marker = '[tokens.full sha256:0da4dc9c]'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const base64url = (text: string): string => Buffer.from(text).toString('base64url')
const hex = (text: string): string => Buffer.from(text).toString('hex')
const everyEscaped = (text: string, write: (code: string) => string): string =>
  text.replace(/[^A-Za-z0-9]/g, (character) => write(character.charCodeAt(0).toString(16)))

test.each([
  ['as it is', token],
  ['percent-encoded', encodeURIComponent(token)],
  ['percent-encoded in lower case', everyEscaped(token, (code) => `%${code}`)],
  ['in base64', base64(token)],
  ['in base64url', base64url(token)],
  ['in hexadecimal', hex(token)],
  ['in hexadecimal in upper case', hex(token).toUpperCase()],
  ['JSON-escaped', everyEscaped(token, (code) => `\\u${code.padStart(4, '0')}`)],
  ['with escaped slashes', token.replaceAll('/', '\\/')],
  ['escaped twice', token.replaceAll('/', '\\\\/')],
  ['in base64, then percent-encoded', encodeURIComponent(base64(token))],
])('a secret %s becomes its marker, wherever it stands', (_, form) => {
  expect(redactor.text(form)).toBe(marker)
  expect(redactor.text(`{"a":"${form}", "b": "(${form})"}`)).toBe(`{"a":"${marker}", "b": "(${marker})"}`)
})

test.each(['', 'u', 'us', 'user:', '{"token":"'])('a secret in base64 is found after "%s"', (before) => {
  for (const text of [base64, base64url]) {
    const redacted = redactor.text(text(`${before}${token}"}`))
    expect(redacted).toContain(marker)
    expect(redacted.length).toBeLessThan(marker.length + 25)
  }
})

test('a secret always has the same marker, and another secret has another one', () => {
  const two = createRedactor([
    { name: 'tokens.full', value: token },
    { name: 'tokens.readOnly', value: 'another-token' },
  ])
  expect(two.text(`${token} another-token`)).toMatch(
    new RegExp(`^${marker.replace(/[[\].]/g, '\\$&')} \\[tokens\\.readOnly sha256:[0-9a-f]{8}\\]$`),
  )
})

test('a secret within another does not cut it in two', () => {
  const nested = createRedactor([
    { name: 'short', value: 'abcdef' },
    { name: 'long', value: 'xabcdefx' },
  ])
  expect(nested.text('xabcdefx')).toMatch(/^\[long sha256:[0-9a-f]{8}\]$/)
})

test('searches for a secret from the moment that it becomes known', () => {
  const secrets: Secret[] = []
  const growing = createRedactor(secrets)
  expect(growing.text('new-token')).toBe('new-token')
  secrets.push({ name: 'tokens.full', value: 'new-token' })
  expect(growing.text('new-token')).toMatch(/^\[tokens\.full /)
})

test('values shorter than six characters are not searched for', () => {
  const short = createRedactor([{ name: 'headers.x', value: 'alice' }])
  expect(short.text('alice')).toBe('alice')
})

test('the redactor replaces all private keys, in PEM and JWK, in JSON or not', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
  const { d = '', x } = privateKey.export({ format: 'jwk' })
  expect(redactor.text(`a ${pem} b`)).toBe('a [private key]\n b')
  expect(redactor.text(JSON.stringify({ pem }))).toBe('{"pem":"[private key]\\n"}')
  expect(redactor.text(pem.slice(0, 60))).toBe('[private key]')
  for (const text of [jwk, JSON.stringify(jwk), JSON.stringify({ jwk }, null, 2)]) {
    expect(redactor.text(text)).not.toContain(d)
    expect(redactor.text(text)).toContain(x)
  }
})

test.each([
  ['https://a.example/?x=1&access_token=abc&y=2', 'https://a.example/?x=1&access_token=[access_token]&y=2'],
  ['client_secret=pa%2Fss&grant_type=x', 'client_secret=[client_secret sha256:8f19b521]&grant_type=x'],
  ['{"password": "a\\"b", "x": 1}', '{"password": "[password]", "x": 1}'],
  ['{"api_key":""}', '{"api_key":""}'],
  ['{"access_token":{"value":"x"}}', '{"access_token":{"value":"x"}}'],
  ['"{\\"client_secret\\":\\"secret-2\\"}"', '"{\\"client_secret\\":\\"[client_secret sha256:f4b6bb65]\\"}"'],
])('replaces unknown credentials in %s', (text, redacted) => {
  expect(redactor.text(text)).toBe(redacted)
  expect(redactor.text(redacted)).toBe(redacted)
})

test('the redactor replaces a shared secret by one of its length and alphabet, and keeps the ILP address', () => {
  const body = {
    methods: [
      { type: 'ilp', ilpAddress: 'g.alice.1', sharedSecret: Buffer.alloc(32, 7).toString('base64url') },
    ],
  }
  const redacted = JSON.parse(redactor.text(JSON.stringify(body, null, 1)))
  const [{ sharedSecret, ...rest }] = redacted.methods
  expect(rest).toEqual({ type: 'ilp', ilpAddress: 'g.alice.1' })
  expect(sharedSecret).not.toBe(body.methods[0]?.sharedSecret)
  expect(Buffer.from(sharedSecret, 'base64url').toString('base64url')).toBe(sharedSecret)
  expect(sharedSecret).toHaveLength(43)
})

test('the redactor leaves valid JSON if a shared secret is escaped, empty, quoted or not a text', () => {
  const likenesses = [
    '"sharedSecret":"\\u0041bcdefgh\\/"',
    '"sharedSecret":""',
    '"sharedSecret":"a\\u0022b"',
    '"sharedSecret":7',
  ]
    .map((text) => redactor.text(`{${text}}`))
    .map((text) => JSON.parse(text).sharedSecret)
  expect(likenesses).toEqual([
    expect.stringMatching(/^[\w-]{8}\/$/),
    '',
    expect.stringMatching(/^[\w-]"[\w-]$/),
    7,
  ])
})

test('a shared secret in JSON within JSON is replaced', () => {
  const inner = JSON.stringify({ sharedSecret: 'AAAAAAAAAAAAAAAA' })
  const { sharedSecret } = JSON.parse(JSON.parse(redactor.text(JSON.stringify({ inner }))).inner)
  expect(sharedSecret).toMatch(/^[\w-]{16}$/)
  expect(sharedSecret).not.toBe('AAAAAAAAAAAAAAAA')
})

test('text without secrets is left as it is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(redactor.text(text)).toBe(text)
    }),
  )
})

const anySecret = fc.oneof(fc.string({ minLength: 6, unit: 'grapheme' }), fc.base64String({ minLength: 8 }))

test('no secret survives in any of its forms, whatever its characters', () => {
  fc.assert(
    fc.property(anySecret, fc.string(), (value, before) => {
      const known = createRedactor([{ name: 'secret', value }])
      const json = JSON.stringify(value).slice(1, -1)
      for (const form of [
        value,
        json,
        encodeURIComponent(value),
        hex(value),
        base64(value),
        base64url(value),
      ]) {
        expect(known.text(`${form}`)).toMatch(/^\[secret sha256:[0-9a-f]{8}\]$/)
      }
      const within = base64(before + value)
      expect(known.text(within)).not.toBe(within)
    }),
  )
})

test.each(['"      ', '/abcdefgh', 'abcdefgh\\', '\\abcdefgh'])(
  'no part of %j remains if it is escaped',
  (value) => {
    const known = createRedactor([{ name: 'secret', value }])
    const escaped = JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')
    expect(known.text(escaped)).toMatch(/^\[secret sha256:[0-9a-f]{8}\]$/)
  },
)

test('a secret within another does not cut it in two where that one is escaped', () => {
  const known = createRedactor([
    { name: 'inner', value: 'defghijk' },
    { name: 'outer', value: 'abc"defghijk' },
  ])
  expect(known.text('abc\\"defghijk')).toMatch(/^\[outer sha256:[0-9a-f]{8}\]$/)
})

const mebibyte = 1024 * 1024
const manySecrets = Array.from({ length: 40 }, (_, at) => ({
  name: `s${at}`,
  value: `${at}-${token}`.repeat(2),
}))

test.each([
  ['of resources', '{"id":"https://wallet.example/op/quotes/1","value":"100"}'.repeat(20_000)],
  ['of base64', base64('x'.repeat(700_000))],
  ['of backslashes', '\\'.repeat(mebibyte)],
  ['of quotes', '\\"d'.repeat(mebibyte / 3)],
  ['of beginnings of keys', '-----BEGIN A PRIVATE KEY '.repeat(40_000)],
])('searches 1 MiB %s for 40 secrets without repeated passes over it', (_, text) => {
  const started = performance.now()
  expect(createRedactor(manySecrets).text(text) === text).toBe(true)
  expect(performance.now() - started).toBeLessThan(5000)
})

test('a shared secret of 1 MiB keeps its length', () => {
  const text = JSON.stringify({ sharedSecret: 'x'.repeat(mebibyte) })
  expect(redactor.text(text)).toHaveLength(text.length)
})
