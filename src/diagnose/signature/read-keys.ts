import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { ConfigurationError } from '../../core/errors.ts'
import { type VerifyingKey, verifyingKey } from './verifying-key.ts'

/**
 * Reads the keys of a JWK, a set of JWKs or a PEM, public or private. `keyId` names a key that has no name of its own.
 * Throws a ConfigurationError that shows nothing of the text.
 */
export function readVerifyingKeys(text: string, path: string, keyId?: string): VerifyingKey[] {
  if (text.includes('-----BEGIN '))
    return [
      named(
        publicOf(() => createPublicKey(text), path),
        keyId,
        undefined,
        path,
      ),
    ]
  const jwks = jwksIn(text, path)
  const keys = jwks.flatMap((jwk) => {
    const key =
      jwk.kty === 'oct'
        ? secretOf(jwk, path)
        : publicOf(() => createPublicKey({ key: publicHalf(jwk), format: 'jwk' }), path)
    const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : undefined
    return named(key, kid ?? keyId, typeof jwk['alg'] === 'string' ? jwk['alg'] : undefined, path)
  })
  if (keyId === undefined || keys.some((key) => key.keyId === keyId)) return keys
  throw flaw(path, `contains no key with the kid "${keyId}"`, 'remove --key-id, or give the kid in the file')
}

type UncheckedJwk = Record<string, unknown>

/** Node 24 derives the public key from `d` if there is one, and does not look at the public members. */
const publicHalf = ({ d: _, ...members }: UncheckedJwk): UncheckedJwk => members

const jwksIn = (text: string, path: string): UncheckedJwk[] => {
  const tree = parsed(text, path)
  const found = Array.isArray(tree['keys']) ? tree['keys'] : [tree]
  const jwks = found.filter(
    (one): one is UncheckedJwk => typeof one === 'object' && one !== null && 'kty' in one,
  )
  if (jwks.length > 0) return jwks
  throw flaw(path, 'is JSON without a kty, so it is not a JWK', 'give a JWK, a set of JWKs, or a PEM')
}

const parsed = (text: string, path: string): UncheckedJwk => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw flaw(path, 'is neither a JWK nor PEM', 'give a public key as a JWK, a set of JWKs, or PEM')
  }
}

const secretOf = ({ k }: UncheckedJwk, path: string): KeyObject => {
  const bytes = Buffer.from(typeof k === 'string' ? k : '', 'base64url')
  if (bytes.length > 0) return createSecretKey(bytes)
  throw flaw(path, 'contains a JWK of kty oct without its k', 'copy it again from its source')
}

/** The messages of node:crypto are not used, because they may echo the input that they fail on. */
const publicOf = (read: () => KeyObject, path: string): KeyObject => {
  try {
    return read()
  } catch {
    throw flaw(path, 'contains a key that cannot be read', 'copy it again from its source')
  }
}

const named = (
  key: KeyObject,
  keyId: string | undefined,
  alg: string | undefined,
  path: string,
): VerifyingKey => {
  const found = verifyingKey(key, keyId, alg)
  if (found) return found
  throw alg === undefined
    ? flaw(
        path,
        'contains a key that does not fit any algorithm of RFC 9421',
        'give a key of the client, such as an Ed25519 key',
      )
    : flaw(path, 'contains a key that does not fit its own alg', 'correct the alg')
}

const flaw = (path: string, fact: string, next: string): ConfigurationError =>
  new ConfigurationError('ERR_VERIFYING_KEY', `${path}: ${fact}; ${next}`)
