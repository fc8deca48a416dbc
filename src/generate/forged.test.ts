import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ForgedInput, type Forgery, loadForgeries, nameOf } from '../catalogue/forgeries.ts'
import { forged, transformationOf } from './forged.ts'
import { ofUris } from './forged-uris.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const key = { name: 'signing', keyId: 'client-key-1', alg: 'EdDSA', privateKey }
const body = Buffer.from('{"walletAddress":"https://wallet.example/alice","method":"ilp"}')

/** The inputs whose entries name what a check does, and not a transformation. */
const named: readonly ForgedInput[] = ['component']

const base64 = (length: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('base64'))

/** Right values of each input. */
const right: Partial<Record<ForgedInput, fc.Arbitrary<string>>> = {
  signature: base64(64).map((text) => `sig1=:${text}:`),
  'signature-input': fc.constant('sig1=("@method" "@target-uri");created=1700000000;keyid="client-key-1"'),
  parameters: fc.constant('sig1=("@method" "@target-uri");created=1700000000;keyid="client-key-1"'),
  digest: base64(64).map((text) => `sha-512=:${text}:`),
  'content-digest': base64(64).map((text) => `sha-512=:${text}:`),
  method: fc.constantFrom('GET', 'POST'),
  authorization: fc.stringMatching(/^GNAP [A-Za-z0-9_-]{8,40}$/),
  'target-uri': fc.constantFrom(
    'http://127.0.0.1:8080/quotes',
    'https://wallet.example/op/outgoing-payments/7e57ab1e',
    'https://localhost:3000/incoming-payments?wallet-address=https%3A%2F%2Fwallet.example%2Fa&first=1',
  ),
}

const ofInput = ({ input }: Forgery): fc.Arbitrary<string> =>
  right[input] ?? fc.stringMatching(/^[A-Za-z0-9_-]{2,40}$/)

const transformed = loadForgeries().filter(({ input }) => !named.includes(input))

test('every entry of the dictionary has a value or names a transformation', () => {
  const lost = transformed.filter((one) => one.value === undefined && !transformationOf(one))
  expect(lost.map(nameOf)).toEqual([])
})

test.each(transformed.map((one) => [nameOf(one), one] as const))(
  '%s differs from the right value',
  (_, one) => {
    fc.assert(
      fc.property(ofInput(one), (value) => {
        expect(forged(one, value, { key, body })).not.toBe(value)
      }),
      { numRuns: 20 },
    )
  },
)

test('every transformation of a target URI stands in the dictionary', () => {
  const ids = loadForgeries().flatMap(({ input, id }) => (input === 'target-uri' ? [id] : []))
  expect(Object.keys(ofUris).filter((id) => !ids.includes(id))).toEqual([])
})

const one = (input: ForgedInput, id: string): Forgery => {
  const found = loadForgeries().find((each) => each.input === input && each.id === id)
  if (!found) throw new Error(`no ${input} "${id}"`)
  return found
}

test.each<[string, string, string]>([
  ['a dot segment', 'http://host/quotes/1?a=b', 'http://host/quotes/./1?a=b'],
  ['a segment and back', 'http://host/quotes/1', 'http://host/quotes/other/../1'],
  ['a letter escaped', 'http://host/quotes', 'http://host/quote%73'],
  ['a slash at the end of the path', 'http://host/quotes?a=b', 'http://host/quotes/?a=b'],
  ['another port', 'https://host:8443/quotes', 'https://host/quotes'],
  ['another port', 'https://host:443/quotes', 'https://host:8443/quotes'],
  ['another name of this computer', 'http://localhost:80/quotes', 'http://127.0.0.1:80/quotes'],
  ['another order', 'http://host/quotes?a=b&c=d', 'http://host/quotes?c=d&a=b'],
])('%s turns %s into the URI %s', (id, uri, other) => {
  expect(forged(one('target-uri', id), uri)).toBe(other)
})

test('a host that is an address takes no further label, so something else of the URI is altered', () => {
  const uri = 'http://127.0.0.1:8080/quotes'
  const other = forged(one('target-uri', 'a host that ends in it'), uri)
  expect(other).not.toContain('www.')
  expect(URL.canParse(other)).toBe(true)
})

// RFC 8037, appendix A.3, has the thumbprint of this key.
test('the thumbprint of a key is the one of RFC 7638', () => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  }
  const own = { ...key, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
  const thumbprint = forged(one('key-id', 'the thumbprint of the key'), 'client-key-1', { key: own })
  expect(thumbprint).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

test.each([
  ['the first line', 'sha-512=:AAAA:'],
  ['the last line', 'sha-512=:BBBB:'],
])('the forgery "%s" keeps only that line of Content-Digest', (id, line) => {
  expect(forged(one('content-digest', id), 'sha-512=:AAAA:, sha-512=:BBBB:')).toBe(line)
})

test.each([
  ['key-id', 'a fragment behind it', 'key-1', 'key-1#x7'],
  ['key-id', 'a slash behind it', 'key-1', 'key-1/'],
  ['target-uri', 'an ampersand behind it', 'https://a.example/q?b=1', 'https://a.example/q?b=1&'],
] as const)('the forgery of a %s "%s" turns %s into %s', (input, id, value, wrong) => {
  const entry = loadForgeries().find((one) => one.input === input && one.id === id)
  expect(entry && forged(entry, value)).toBe(wrong)
})

test('a signature that lacks one byte keeps all others', () => {
  const whole = Buffer.alloc(64, 7)
  const entry = loadForgeries().find(({ id }) => id === 'a byte missing at its end')
  expect(entry && forged(entry, `sig1=:${whole.toString('base64')}:`)).toBe(
    `sig1=:${whole.subarray(0, 63).toString('base64')}:`,
  )
})

test.each(['in another case', 'without punctuation'])(
  'a token of hexadecimal digits, %s, is another one to a server that keeps it as a number',
  (id) => {
    const right = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const wrong = forged(one('token', id), right)
    expect(BigInt(`0x${wrong.replaceAll('-', '')}`)).not.toBe(BigInt(`0x${right.replaceAll('-', '')}`))
    expect(forged(one('token', id), 'Some-Token')).toMatch(/^(?:sOME-tOKEN|SomeToken)$/)
  },
)
