import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createVerifier, httpbis } from 'http-message-signatures'
import { expect, test } from 'vitest'
import type { PublicKey, ReceivedRequest } from '../../mock/core/request.ts'
import { digestSteps, verifyDigest } from '../../mock/signatures/digest.ts'
import { signatureSteps } from '../../mock/signatures/signature-steps.ts'
import { verifyRequest } from '../../mock/signatures/verify.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import type { HttpRequest } from '../core/http-request.ts'
import { explainSignatures } from '../diagnose/signature/explain.ts'
import { publicHalf } from '../diagnose/signature/verifying-key.ts'
import { testKey, type Vector } from './vector.ts'
import { makeVectors } from './vectors.ts'

const made = await makeVectors()
const { vectors } = JSON.parse(JSON.stringify(made)) as typeof made
const publicKey = createPublicKey(testKey.privateKey)

const received = ({ request: { body, ...request } }: Vector): HttpRequest => ({
  ...request,
  ...(body === undefined ? {} : { body: Buffer.from(body) }),
})

test('the vectors fit their schema, and are the same every time', async () => {
  const schema = JSON.parse(readFileSync(new URL('../../spec/schemas/vectors.json', import.meta.url), 'utf8'))
  const ajv = new Ajv2020()
  expect(ajv.validate(schema, JSON.parse(JSON.stringify(made))), ajv.errorsText()).toBe(true)
  expect(await makeVectors()).toEqual(made)
  expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length)
})

test('every requirement that a vector breaks is in the catalogue', () => {
  const catalogue = loadCatalogue()
  const broken = vectors.flatMap(({ requirement }) => requirement ?? [])
  expect(broken.filter((id) => !catalogue.has(id))).toEqual([])
  expect(new Set(broken).size).toBeGreaterThan(12)
})

test.each(vectors)(
  '$id: the signature verifies over the signature base of the vector',
  ({ signatureBase, signature, key }) => {
    const jwk = made.keys.find(({ kid }) => kid === key)
    const verify = createVerifier(
      createPublicKey({ key: JSON.parse(JSON.stringify(jwk)), format: 'jwk' }),
      'ed25519',
    )
    return expect(
      verify(Buffer.from(signatureBase.join('\n')), Buffer.from(signature, 'base64')),
    ).resolves.toBe(true)
  },
)

test.each(vectors)('$id: verify says what the vector says', (vector) => {
  const now = new Date(made.created * 1000)
  const { flaw, good } = explainSignatures(received(vector), { keys: [publicHalf(testKey)], bases: [], now })
  expect(flaw).toBe(vector.reason)
  expect(good !== undefined).toBe(vector.accepted)
})

const mocks: PublicKey = { keyId: testKey.keyId, alg: 'EdDSA', key: publicKey }

const asMock = (vector: Vector): ReceivedRequest => {
  const { method, url, headers, body } = received(vector)
  return { method, targetUri: url, headers: new Map(Object.entries(headers)), body: body ?? new Uint8Array() }
}

test.each(vectors)('$id: the mock agrees, and for the same requirement', (vector) => {
  const request = asMock(vector)
  const signature = verifyRequest(request, (keyId) => (keyId === mocks.keyId ? mocks : undefined))
  const refusal = signature.ok ? verifyDigest(request) : signature
  expect(refusal.ok).toBe(vector.accepted)
  if (!refusal.ok) expect(steps.get(refusal.step)).toBe(vector.requirement)
})

const steps = new Map(
  [...signatureSteps, ...digestSteps].map(({ id, requirement }) => [String(id), requirement]),
)

/**
 * Defects that http-message-signatures 1.0.6 accepts because it leaves them to its caller. It never examines the body,
 * and requires components and algorithms only if it is told to.
 */
const leftToTheCaller = [
  'uncovered-method',
  'uncovered-target-uri',
  'uncovered-authorization',
  'uncovered-content-digest',
  'component-twice',
  'alg',
  'body-changed',
  'body-rewritten',
  'digest-malformed',
  'digest-algorithm',
]

test.each(vectors)(
  '$id: http-message-signatures agrees, but for what it leaves to its caller',
  async (vector) => {
    const { method, url, headers } = received(vector)
    const keyLookup = async ({ keyid }: { keyid?: string }) =>
      keyid === testKey.keyId ? { verify: createVerifier(publicKey, 'ed25519') } : null
    const config = { keyLookup, notAfter: made.created, tolerance: 0 }
    const verified = await httpbis.verifyMessage(config, { method, url, headers }).catch(() => false)
    expect(verified === true).toBe(vector.accepted || leftToTheCaller.includes(vector.id))
  },
)
