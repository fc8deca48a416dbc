import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { SigningKey } from '../../src/core/signing-key.ts'
import { everyOperation } from '../support/operations.ts'

// The bytes of a PKCS#8 document before the 32 bytes of an Ed25519 key.
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key that no server has a reason to know. It is fixed, so that a run can be repeated. */
const neverRegistered = createPrivateKey({
  key: Buffer.concat([ed25519Header, Buffer.from('op-conformance: never registered')]),
  format: 'der',
  type: 'pkcs8',
})

const strangersKey = (keyId: string): SigningKey => ({
  name: 'a key never registered',
  keyId,
  alg: 'EdDSA',
  privateKey: neverRegistered,
})

export const strangerUnderRightId = refusal({
  id: 'signing-keys/unregistered-under-the-right-id',
  title: 'A signature by an unregistered key under the id of a registered key is refused',
  detects: 'without-signature-verifies',
  on: everyOperation,
  mutate: (draft, _, __, { target }) => ({
    ...draft,
    signing: { key: strangersKey(target.signing.key.keyId) },
  }),
  expect: refusedAs('signature-invalid', 'signature.verifies'),
})

export const stranger = refusal({
  id: 'signing-keys/unregistered',
  title: 'A signature by an unregistered key under its own id is refused',
  detects: 'without-signature-keyid-known',
  on: everyOperation,
  mutate: (draft) => ({ ...draft, signing: { key: strangersKey('a-key-never-registered') } }),
  expect: refusedAs('signature-invalid', 'signature.keyid.known'),
})

/** The publicly known part of a key. For a shared secret, that is only the key id. */
const publicHalves = {
  'the public key in PEM': ({ keyId, privateKey }: SigningKey) =>
    privateKey.type === 'secret'
      ? Buffer.from(keyId)
      : Buffer.from(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })),
  'the public key in DER': ({ keyId, privateKey }: SigningKey) =>
    privateKey.type === 'secret'
      ? Buffer.from(keyId)
      : createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
}

export const publicKeyAsSecret = refusal({
  id: 'signing-keys/public-key-as-secret',
  title: 'An HMAC whose secret is the public key is refused as a signature',
  detects: 'alg-of-the-signature-decides',
  on: everyOperation,
  cases: each<keyof typeof publicHalves>('the public key in PEM', 'the public key in DER'),
  mutate: (draft, half, _, { target }) => {
    const { key } = target.signing
    const secret = createSecretKey(publicHalves[half](key))
    const forged: SigningKey = { name: half, keyId: key.keyId, alg: 'HS256', privateKey: secret }
    return { ...draft, signing: { key: forged, parameters: ['created', 'keyid', 'alg'] } }
  },
  expect: refusedAs('signature-invalid', 'signature.verifies'),
})
