import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject, sign, verify } from 'node:crypto'
import { ValidationError } from '../reading/problem.ts'

export type Jwk = Record<string, unknown>

const members: Readonly<Record<string, { secret: string; others: string[] }>> = {
  OKP: { secret: 'd', others: ['crv', 'x'] },
  EC: { secret: 'd', others: ['crv', 'x', 'y'] },
  RSA: { secret: 'd', others: ['n', 'e', 'p', 'q', 'dp', 'dq', 'qi'] },
  oct: { secret: 'k', others: [] },
}

/** Reads the private key of a JWK. Messages of node:crypto are not used, because they echo the contents of the JWK. */
export function readJwk(jwk: Jwk): KeyObject {
  const kty = typeof jwk.kty === 'string' ? jwk.kty : ''
  const expected = Object.hasOwn(members, kty) ? members[kty] : undefined
  if (!expected) throw 'keys' in jwk ? keySet() : unreadable('whose kty is not OKP, EC, RSA or oct')

  const { secret, others } = expected
  const absent = others.filter((name) => jwk[name] === undefined)
  if (absent.length > 0) throw unreadable(`without ${absent.join(', ')}`)
  if (jwk[secret] === undefined) throw publicHalf()
  const untold = [secret, ...others].filter((name) => typeof jwk[name] !== 'string')
  if (untold.length > 0) throw unreadable(`whose ${untold.join(', ')} is not text`)

  const key = kty === 'oct' ? secretKey(String(jwk.k)) : privateKey(jwk)
  if (!isOnePair(key, jwk)) throw unreadable('whose public and private parts do not match')
  return key
}

const privateKey = (jwk: Jwk): KeyObject => {
  try {
    return createPrivateKey({ key: jwk, format: 'jwk' })
  } catch {
    throw unreadable('whose parts do not form a private key')
  }
}

const secretKey = (k: string): KeyObject => {
  const bytes = Buffer.from(k, 'base64url')
  if (bytes.length === 0) throw unreadable('whose k is empty')
  return createSecretKey(bytes)
}

/**
 * Tests that both halves belong together. Node accepts a JWK whose public part belongs to another key; the server would
 * then refuse every signature.
 */
const isOnePair = (key: KeyObject, { kty, crv, x, y, n, e }: Jwk): boolean => {
  const signs = ['ed25519', 'ec', 'rsa'].includes(key.asymmetricKeyType ?? '')
  if (!signs) return true
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const probe = Buffer.from('one pair')
  try {
    const publicKey = createPublicKey({
      key: { kty, crv, x, y, n, e } as Record<string, string>,
      format: 'jwk',
    })
    return verify(hash, probe, publicKey, sign(hash, probe, key))
  } catch {
    return false
  }
}

const keySet = (): ValidationError =>
  new ValidationError(
    'ERR_KEY_UNREADABLE',
    'found a set of JWKs, expected a single JWK',
    'give a single key from "keys"',
  )

const publicHalf = (): ValidationError =>
  new ValidationError(
    'ERR_KEY_PUBLIC',
    'found a JWK with only the public part of a key, expected the private key',
    'give the JWK that also has d',
  )

const unreadable = (flaw: string): ValidationError =>
  new ValidationError(
    'ERR_KEY_UNREADABLE',
    `found a JWK ${flaw}, expected a complete private JWK`,
    'copy it again from its source',
  )
