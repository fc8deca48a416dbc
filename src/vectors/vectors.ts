import { explainSignatures } from '../diagnose/signature/explain.ts'
import { publicHalf } from '../diagnose/signature/verifying-key.ts'
import { sign } from '../http/request/sign.ts'
import { simplestForm } from '../target-file/target.ts'
import { accepted, refused } from './plans.ts'
import { otherKey, testKey, type Vector, type VectorPlan, type Vectors } from './vector.ts'

const created = new Date('2026-01-02T03:04:05Z')

export async function makeVectors(): Promise<Vectors> {
  return {
    version: 1,
    about:
      'Requests of the Wallet Address Payments Service, signed as RFC 9421 has it. The keys are published: use them for tests only.',
    created: created.getTime() / 1000,
    keys: [testKey, otherKey].map(({ keyId, privateKey }) => {
      const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
      return { kid: keyId, alg: 'EdDSA', crv: 'Ed25519', d, x, kty: 'OKP' }
    }),
    vectors: await Promise.all([...accepted, ...refused].map(vectorOf)),
  }
}

const vectorOf = async ({ id, title, message, signing, tamper, breaks }: VectorPlan): Promise<Vector> => {
  const how = { key: testKey, ...simplestForm, ...signing }
  const signed = await sign(message, how, created)
  const { method, url, headers, body } = tamper ? tamper(signed.message) : signed.message
  const received = { method, url, headers, body }
  const { flaw } = explainSignatures(received, { keys: [publicHalf(testKey)], bases: [], now: created })
  if ((flaw === undefined) !== (breaks === undefined))
    throw new Error(`the vector ${id} is not what it says: ${flaw}`)
  return {
    id,
    title,
    request: { method, url, headers, ...(body ? { body: Buffer.from(body).toString() } : {}) },
    key: how.key.keyId,
    label: signed.label,
    components: signed.components,
    signatureBase: signed.base.split('\n'),
    signature: /=:([^:]*):$/.exec(signed.message.headers['signature'] ?? '')?.[1] ?? '',
    accepted: flaw === undefined,
    ...(flaw === undefined || breaks === undefined ? {} : { reason: flaw, requirement: breaks }),
  }
}
