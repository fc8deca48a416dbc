import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createSigner } from 'http-message-signatures'
import { expect, test } from 'vitest'
import type { PublicKey } from '../core/request.ts'
import { flawOf, registeredName } from './algorithm.ts'

const base = '"@method": POST\n"x-name": caf\u00e9\n"@signature-params": ("@method" "x-name")'
const data = Buffer.from(base, 'latin1')

const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

const as = (alg: string, { publicKey }: { publicKey: KeyObject }): PublicKey => ({
  keyId: 'k',
  alg,
  key: publicKey,
})

test.each([
  ['EdDSA', 'ed25519', pairs.ed25519],
  ['Ed25519', 'ed25519', pairs.ed25519],
  ['ES256', 'ecdsa-p256-sha256', pairs.p256],
  ['ES384', 'ecdsa-p384-sha384', pairs.p384],
  ['RS256', 'rsa-v1_5-sha256', pairs.rsa],
])(
  'a key for %s verifies what http-message-signatures signs as %s, and nothing else',
  async (alg, name, pair) => {
    const key = as(alg, pair)
    const signature = await createSigner(pair.privateKey, name).sign(data)
    expect(registeredName(key)).toBe(name)
    expect(flawOf(signature, base, key)).toBeUndefined()
    expect(flawOf(signature, base.replace('POST', 'PUT'), key)).toBe(
      `does not verify with key "k" (${name}) over the signature base of the received request`,
    )
  },
)

// RFC 9421, 3.3.1 fixes the salt at 64 bytes. http-message-signatures 1.0.6 signs with the longest salt that the key
// allows, so its rsa-pss-sha512 signatures are rightly refused here.
test('a key for PS512 verifies a salt of 64 bytes and no other', async () => {
  const key = as('PS512', pairs.rsa)
  const padding = { key: pairs.rsa.privateKey, padding: 6 }
  expect(flawOf(sign('sha512', data, { ...padding, saltLength: 64 }), base, key)).toBeUndefined()
  expect(flawOf(sign('sha512', data, { ...padding, saltLength: 32 }), base, key)).toContain('does not verify')
  const library = await createSigner(pairs.rsa.privateKey, 'rsa-pss-sha512').sign(data)
  expect(flawOf(library, base, key)).toContain('does not verify')
})

test('an ECDSA signature in DER is refused, and the message names its length', () => {
  const signature = sign('sha384', data, pairs.p384.privateKey)
  expect(flawOf(signature, base, as('ES384', pairs.p384))).toMatch(
    /^has 10\d bytes, but ecdsa-p384-sha384 signatures have 96 \(r and s concatenated, not DER\)$/,
  )
})

test.each([
  ['EdDSA', pairs.p256],
  ['ES256', pairs.ed25519],
  ['ES256', pairs.rsa],
  ['RS256', pairs.ed25519],
  ['PS512', pairs.p384],
])('a key for %s of another type verifies nothing and does not throw', (alg, pair) => {
  expect(flawOf(Buffer.alloc(64), base, as(alg, pair))).toContain('does not verify with key "k"')
})

test.each(['HS256', 'ES512', 'none', 'constructor'])(
  'a key for %s, which RFC 9421 does not register, verifies nothing',
  (alg) => {
    const reason = `cannot be verified: key "k" is for ${alg}, which RFC 9421 does not register`
    expect(flawOf(Buffer.alloc(64), base, as(alg, pairs.ed25519))).toBe(reason)
    expect(registeredName(as(alg, pairs.ed25519))).toBeUndefined()
  },
)
