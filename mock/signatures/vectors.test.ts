import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import { flawOf } from './algorithm.ts'
import { signatureBase } from './base.ts'
import { candidatesOf } from './candidate.ts'
import { signatureSteps } from './signature-steps.ts'
import { bases, keys, sharedSecret, type Vector, vectors } from './testing/rfc9421.ts'
import { verifyRequest } from './verify.ts'

const keyOf = (keyId: string) => keys.find((key) => key.keyId === keyId)

const signed = ({ request, label, input, signature }: Vector): ReceivedRequest => ({
  ...request,
  headers: new Map([
    ...request.headers,
    ['signature-input', `${label}=${input}`],
    ['signature', `${label}=:${signature}:`],
  ]),
})

// The vectors do not cover all components that the interface demands.
const steps = signatureSteps.filter(({ id }) => !id.startsWith('signature-covers-'))

test.each(vectors)('$section: the signature base is the published one, byte for byte', (vector) => {
  const [candidate] = candidatesOf(signed(vector), keyOf)
  const { components = [], text = '' } = candidate?.signature?.input ?? {}
  expect(signatureBase(vector.request, components, text)).toEqual({
    ok: true,
    base: [...vector.lines, `"@signature-params": ${vector.input}`].join('\n'),
  })
})

test.each(vectors)('$section: the published signature verifies', (vector) => {
  expect(verifyRequest(signed(vector), keyOf, steps)).toMatchObject({ ok: true, label: vector.label })
})

test.each(vectors)('$section: the published signature breaks when a parameter is changed', (vector) => {
  const altered = { ...vector, input: vector.input.replace('created=16', 'created=17') }
  expect(verifyRequest(signed(altered), keyOf, steps)).toMatchObject({
    ok: false,
    step: 'signature-verifies',
  })
})

test('B.2.6 is refused as it stands, since it covers no target URI', () => {
  const vector = vectors.find(({ section }) => section === 'B.2.6')
  expect(vector && verifyRequest(signed(vector), keyOf)).toMatchObject({
    ok: false,
    step: 'signature-covers-target-uri',
  })
})

test('B.2.4: the published signature of a response verifies over its base', () => {
  const { base, signature, keyId } = bases['B.2.4']
  const key = keys.find((one) => one.keyId === keyId)
  expect(key && flawOf(Buffer.from(signature, 'base64'), base, key)).toBeUndefined()
  expect(key && flawOf(Buffer.from(signature, 'base64'), `${base} `, key)).toContain('does not verify')
})

test('B.2.5: the mock cannot verify a signature by a shared secret', () => {
  const { base, signature, keyId } = bases['B.2.5']
  const key = { keyId, alg: 'HS256', key: sharedSecret }
  expect(flawOf(Buffer.from(signature, 'base64'), base, key)).toContain('cannot be verified')
})
