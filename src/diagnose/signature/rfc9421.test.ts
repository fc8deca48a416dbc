import { expect, test } from 'vitest'
import {
  bases,
  keys as published,
  sharedSecret,
  type Vector,
  vectors,
} from '../../../mock/signatures/testing/rfc9421.ts'
import { algorithms } from '../../core/algorithm.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { asReceived, holds } from './attempt.ts'
import { baseText } from './base.ts'
import { type OfferedSignature, offersOf } from './read.ts'
import { keyOf } from './testing/signed.ts'
import { keyFor, verifiesBy } from './verifying-key.ts'

const keys = published.map(({ key, keyId, alg }) => keyOf(key, keyId, alg))

const received = ({ request, label, input, signature }: Vector): HttpRequest => ({
  method: request.method,
  url: request.targetUri,
  headers: {
    ...Object.fromEntries(request.headers),
    'signature-input': `${label}=${input}`,
    signature: `${label}=:${signature}:`,
  },
  body: request.body,
})

const read = (message: HttpRequest): OfferedSignature => {
  const [offer] = offersOf(message)
  if (!offer || !('bytes' in offer)) throw new Error('no signature can be read')
  return offer
}

const verifies = (message: HttpRequest): boolean => {
  const signature = read(message)
  const key = keyFor(signature, keys)
  return key !== undefined && holds(asReceived(message, signature, key), signature.components)
}

test.each(vectors)('$section: the signature base of a request equals the published one', (vector) => {
  const message = received(vector)
  const { components, text } = read(message)
  expect(baseText(message, components, text)?.split('\n')).toEqual([
    ...vector.lines,
    `"@signature-params": ${vector.input}`,
  ])
})

test.each(vectors)('$section: the published signature verifies until a parameter is changed', (vector) => {
  expect(verifies(received(vector))).toBe(true)
  expect(verifies(received({ ...vector, input: vector.input.replace('created=16', 'created=17') }))).toBe(
    false,
  )
})

test('B.2.4: the published signature of a response verifies over its base', () => {
  const { base, signature, keyId } = bases['B.2.4']
  const key = keys.find((one) => one.keyId === keyId)
  expect(key && verifiesBy(key, Buffer.from(base), Buffer.from(signature, 'base64'))).toBe(true)
})

test('B.2.5: the published HMAC verifies, and is what we sign', () => {
  const { base, signature } = bases['B.2.5']
  const bytes = Buffer.from(signature, 'base64')
  expect(verifiesBy(keyOf(sharedSecret), Buffer.from(base), bytes)).toBe(true)
  expect(verifiesBy(keyOf(sharedSecret), Buffer.from(base), Buffer.from(bytes).fill(0, 31))).toBe(false)
  expect(algorithms['hmac-sha256']?.sign(Buffer.from(base), sharedSecret)).toEqual(bytes)
})
