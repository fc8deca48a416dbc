import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { kidIn, privateJwk, publicJwk } from './key.ts'

const seed = Buffer.alloc(32, 7)
const jwk = privateJwk(seed, 'client-1')
const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })

test('the same bytes give the same key, and other bytes another key', () => {
  expect(privateJwk(seed, 'client-1')).toEqual(jwk)
  expect(privateJwk(Buffer.alloc(32, 8), 'client-1').d).not.toBe(jwk.d)
})

test('the public half verifies what the private key signs, and holds nothing private', () => {
  const half = publicJwk(privateKey, 'client-1', 'EdDSA') ?? {}
  expect(Object.keys(half).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x'])
  const data = Buffer.from('some bytes')
  const publicKey = createPublicKey({ key: half, format: 'jwk' })
  expect(verify(null, data, publicKey, sign(null, data, privateKey))).toBe(true)
})

test.each([
  ['{"kid":"a"}', 'a'],
  ['{"kid":1}', undefined],
  ['null', undefined],
  ['-----BEGIN PRIVATE KEY-----', undefined],
])('the kid in %s is %s', (text, kid) => {
  expect(kidIn(text)).toBe(kid)
})
