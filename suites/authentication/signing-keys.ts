import { createSecretKey } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { ed25519Key, type SigningKey } from '../../src/core/signing-key.ts'
import { forged } from '../../src/generate/forged.ts'
import { everyOperation } from '../support/operations.ts'
import { forgeriesOf, forgeryOf } from './forgeries.ts'
import { withHeader } from './signature-headers.ts'

/** A key that no server has a reason to know. It is fixed, so that a run can be repeated. */
const neverRegistered = ed25519Key(Buffer.from('op-conformance: never registered'))

const strangersKey = (keyId: string): SigningKey => ({
  name: 'a key never registered',
  keyId,
  alg: 'EdDSA',
  privateKey: neverRegistered,
})

/** The name of an algorithm must not decide whether the server verifies. */
export const strangerUnderRightId = refusal({
  id: 'signing-keys/unregistered-under-the-right-id',
  title: 'A signature by an unregistered key under the id of a registered key is refused, whatever its alg',
  detects: 'without-signature-verifies',
  on: everyOperation,
  ...forgeriesOf('algorithm', ['no algorithm']),
  mutate: (draft, forgery, _, { target }) => {
    const alg = forged(forgeryOf('algorithm', forgery), 'ed25519')
    const named = { parameters: ['created' as const, 'keyid' as const, 'alg' as const], values: { alg } }
    const key = strangersKey(target.signing.key.keyId)
    return { ...draft, signing: { key, ...(alg === '' ? {} : named) } }
  },
})

/** The key id may bring the key along. A server that takes it from there lets everybody sign. */
export const stranger = refusal({
  id: 'signing-keys/unregistered',
  title: 'A signature by an unregistered key under its own id is refused',
  detects: 'without-signature-keyid-known',
  on: everyOperation,
  ...forgeriesOf('key', ['brought along']),
  mutate: (draft, forgery) => {
    const key = strangersKey('a-key-never-registered')
    return { ...draft, signing: { key: { ...key, keyId: forged(forgeryOf('key', forgery), '', { key }) } } }
  },
})

export const publicKeyAsSecret = refusal({
  id: 'signing-keys/public-key-as-secret',
  title: 'An HMAC whose secret everybody knows is refused as a signature',
  detects: 'alg-of-the-signature-decides',
  on: everyOperation,
  ...forgeriesOf('secret', ['algorithm confusion']),
  mutate: (draft, forgery, _, { target }) => {
    const { key } = target.signing
    const secret = forged(forgeryOf('secret', forgery), 'a secret that nobody has', { key })
    const privateKey = createSecretKey(Buffer.from(secret, 'latin1'))
    return {
      ...draft,
      signing: {
        key: { name: forgery, keyId: key.keyId, alg: 'HS256', privateKey },
        parameters: ['created', 'keyid', 'alg'],
      },
    }
  },
})

/** The signature base (RFC 9421, section 2.5) of the first signature of a message. */
const baseIn = (message: HttpRequest): string => {
  const [, list = '', parameters = ''] =
    /^[^=]*=\(([^)]*)\)([^,]*)/.exec(message.headers['signature-input'] ?? '') ?? []
  const parts = httpbis.createSignatureBase({ fields: list.split(' ') }, message)
  const lines = parts.flatMap(([name, values]) => values.map((value) => `${name}: ${value}`))
  return [...lines, `"@signature-params": (${list})${parameters}`].join('\n')
}

export const hash = refusal({
  id: 'signing-keys/hash',
  title: 'A hash of what is signed is refused as a signature',
  detects: 'hash-taken-for-a-signature',
  on: everyOperation,
  ...forgeriesOf('signature', ['made without a key']),
  tamper: (message, forgery) =>
    withHeader(message, 'signature', (value) =>
      forged(forgeryOf('signature', forgery), value, { base: baseIn(message) }),
    ),
})
