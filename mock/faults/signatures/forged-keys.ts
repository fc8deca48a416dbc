import { createHash, createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { PublicKey } from '../../core/request.ts'
import { signatureBase } from '../../signatures/base.ts'
import { candidatesOf, type ReadSignature } from '../../signatures/candidate.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import type { VerifySignature } from './verification.ts'

/** The parts of a key that everybody knows, in the forms in which a verifier may hand it to HMAC as the secret. */
const knownSecrets: Readonly<
  Record<string, { what: string; secrets: (key: PublicKey) => (string | Buffer)[] }>
> = {
  'alg-of-the-signature-decides': {
    what: 'the public key in PEM or DER',
    secrets: ({ key }) => [
      key.export({ type: 'spki', format: 'pem' }),
      key.export({ type: 'spki', format: 'der' }),
    ],
  },
  'hmac-by-trimmed-pem': {
    what: 'the lines of the public key in PEM',
    secrets: ({ key }) => {
      const pem = String(key.export({ type: 'spki', format: 'pem' }))
      return [pem.trim(), pem.split('\n').slice(1, -2).join('\n'), pem.split('\n').slice(1, -2).join('')]
    },
  },
  'hmac-by-raw-public-key': {
    what: 'the bytes of the public key',
    secrets: ({ key }) => ['base64url', 'utf8'].map((as) => Buffer.from(halfOf(key), as as BufferEncoding)),
  },
  'hmac-by-jwk': {
    what: 'the JWK of the key',
    secrets: ({ keyId, alg, key }) => {
      const jwk = key.export({ format: 'jwk' })
      return [jwk, { kid: keyId, alg, ...jwk }, { ...jwk, kid: keyId, alg }].map((one) => JSON.stringify(one))
    },
  },
  'hmac-by-key-id': { what: 'the key id', secrets: ({ keyId }) => [keyId] },
  'hmac-by-nothing': { what: 'nothing', secrets: () => ['', '\0', 'undefined', 'null'] },
}

const halfOf = (key: PublicKey['key']): string => String(key.export({ format: 'jwk' })['x'])

type Forged = (signature: ReadSignature, base: string) => boolean

/** Accepts a request if one of its signatures is forged in this way. */
const acceptingForged =
  (isForged: Forged) =>
  (verifySignature: VerifySignature): VerifySignature =>
  (request, keys) => {
    const forged = candidatesOf(request, keys).some(({ signature }) => {
      const made = signature && signatureBase(request, signature.input.components, signature.input.text)
      return signature !== undefined && made?.ok === true && isForged(signature, made.base)
    })
    return forged ? { ok: true } : verifySignature(request, keys)
  }

const isHmacBy =
  (secrets: (key: PublicKey) => (string | Buffer)[]): Forged =>
  ({ key, input, bytes }, base) =>
    key !== undefined &&
    input.parameters.get('alg') === 'hmac-sha256' &&
    secrets(key).some((secret) => createHmac('sha256', secret).update(base, 'latin1').digest().equals(bytes))

/** Faults of a verifier that lets a signature choose its algorithm. */
const algorithms = [
  ...Object.entries(knownSecrets).map(([id, { what, secrets }]) =>
    faultBy('requests', 'verifySignature', {
      id,
      breaks: 'signature.verifies',
      says: `The server verifies a signature with alg hmac-sha256 with ${what} as the secret`,
      by: acceptingForged(isHmacBy(secrets)),
    }),
  ),
  ...faultsBy('requests', 'verifySignature', {
    'unsigned-if-alg-is-none': {
      breaks: 'signature.verifies',
      says: 'A signature with alg none is not verified',
      by: acceptingForged(({ input }) => /^none$/i.test(String(input.parameters.get('alg')))),
    },
    'unsigned-if-alg-is-unknown': {
      breaks: 'signature.verifies',
      says: 'A signature with an unknown alg is not verified',
      by: acceptingForged(({ input }) => {
        const alg = input.parameters.get('alg')
        return alg !== undefined && !/^(rsa|hmac|ecdsa|ed25519)/.test(String(alg))
      }),
    },
    'hash-taken-for-a-signature': {
      breaks: 'signature.verifies',
      says: 'A hash of the signature base counts as a signature',
      by: acceptingForged(({ bytes }, base) =>
        ['sha256', 'sha512'].some((hash) => createHash(hash).update(base, 'latin1').digest().equals(bytes)),
      ),
    },
  }),
]

/** Reads a key that a key id brings along, or returns undefined if it brings none. */
const keyIn = (keyId: string): PublicKey | undefined => {
  try {
    const [, encoded] = /^data:[^,]*base64,(.*)$/.exec(keyId) ?? []
    const text = encoded === undefined ? keyId : Buffer.from(encoded, 'base64').toString()
    const jwk: unknown = JSON.parse(text)
    return { keyId, alg: 'EdDSA', key: createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }) }
  } catch {
    return undefined
  }
}

/** RFC 7638: the hash of the required members, in the order of their names. */
const thumbprintOf = ({ key }: PublicKey): string => {
  const { crv, kty, x } = key.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
}

/** Accepts a signature by any key that the server knows, under the id of any other. */
const byAnyKey =
  (verifySignature: VerifySignature, world: World): VerifySignature =>
  (request, keys) => {
    const right = verifySignature(request, keys)
    if (right.ok) return right
    for (const { key } of world.keys.values()) {
      const verified = verifySignature(request, (keyId) => keys(keyId) && key)
      if (verified.ok) return verified
    }
    return right
  }

/** Other names that a server may take for the key id of the token's client. */
const otherNames: Readonly<
  Record<string, { says: string; isName: (keyId: string, key: PublicKey) => boolean }>
> = {
  'thumbprint-as-keyid-taken': {
    says: 'The thumbprint of a key counts as its key id',
    isName: (keyId, key) => keyId.endsWith(thumbprintOf(key)),
  },
  'public-key-as-keyid-taken': {
    says: 'The public key itself counts as its key id',
    isName: (keyId, { key }) => keyId.includes(halfOf(key)),
  },
}

/** Faults of a verifier that lets a signature choose its key or its algorithm. */
const forgeable: readonly Defect[] = [
  faultBy('requests', 'verifySignature', {
    id: 'any-known-key-verifies',
    breaks: 'signature.keyid.equals-kid',
    says: 'The server tries every key that it knows, whatever key id a signature has',
    by: byAnyKey,
  }),
  ...algorithms,
  faultBy('requests', 'keyFor', {
    id: 'key-in-keyid-taken',
    breaks: 'signature.keyid.known',
    says: 'A signature is verified with a public key that its key id brings along',
    without: ['key-bound-to-token'],
    gives: (key, keyId) => key ?? keyIn(keyId),
  }),
  ...Object.entries(otherNames).map(([id, { says, isName }]) =>
    faultBy('requests', 'keyFor', {
      id,
      breaks: 'signature.keyid.known',
      says,
      without: ['key-bound-to-token'],
      gives: (key, keyId, token) =>
        key ?? (token && isName(keyId, token.client.key) ? token.client.key : undefined),
    }),
  ),
]

/** Faults that take something else for a key, or for its signature. */
export const forgedKeyFaults: readonly Defect[] = forgeable.map((each) => ({ ...each, source: 'comparison' }))
