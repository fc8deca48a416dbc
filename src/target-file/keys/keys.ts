import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject, sign, verify } from 'node:crypto'
import { algorithmName, algorithms } from '../../core/algorithm.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { type KeyPath, type Problems, ValidationError } from '../reading/problem.ts'
import { readPrivatePem } from './pem.ts'

/** A key as the target file gives it. */
export interface KeyEntry {
  privateKey: string | Jwk
  keyId?: string | undefined
  alg?: string
}

interface Material {
  key: KeyObject
  kid?: unknown
  alg?: unknown
}

/** Reads the key under `path`. Returns undefined if a problem was noted. `name` is the key's place, for reports. */
export function readKey(
  entry: KeyEntry,
  name: string,
  path: KeyPath,
  problems: Problems,
): SigningKey | undefined {
  const material = problems.attempt([...path, 'privateKey'], () => materialOf(entry.privateKey))
  if (!material) return undefined
  const keyId = problems.attempt([...path, 'keyId'], () => keyIdOf(entry.keyId, material))
  const alg = problems.attempt([...path, 'alg'], () => algorithmOf(entry.alg, material))
  return keyId === undefined || alg === undefined ? undefined : { name, keyId, alg, privateKey: material.key }
}

const materialOf = (given: string | Jwk): Material => {
  const jwk = typeof given === 'string' ? jwkIn(given) : given
  if (jwk) return { key: readJwk(jwk), kid: jwk.kid, alg: jwk.alg }
  return { key: readPrivatePem(String(given)) }
}

const jwkIn = (text: string): Jwk | undefined => {
  if (text.includes('-----BEGIN ')) return undefined
  if (!text.trimStart().startsWith('{')) throw neither(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new ValidationError(
      'ERR_KEY_UNREADABLE',
      'found text that begins like a JWK but is not JSON, expected the JSON text of a JWK',
      'copy it again from its source',
    )
  }
}

const neither = (text: string): ValidationError =>
  new ValidationError(
    'ERR_KEY_UNREADABLE',
    'found text that is neither a JWK nor PEM, expected a private key as a JWK or PKCS#8 PEM',
    /\.(?:pem|key|jwk|json)$/.test(text)
      ? 'if it is a path, put file: before it'
      : 'give such a key, or file:PATH of one',
  )

const keyIdOf = (given: string | undefined, { kid }: Material): string => {
  const keyId = given ?? kid
  if (keyId === undefined) {
    throw new ValidationError(
      'ERR_KEY_ID',
      'missing, and the key itself has no kid',
      'add the id under which the server knows the key',
    )
  }
  if (typeof keyId !== 'string' || !/^[\x20-\x7e]+$/.test(keyId)) {
    throw new ValidationError(
      'ERR_KEY_ID',
      'the kid of the JWK is not printable ASCII text',
      'give the JWK another kid',
    )
  }
  if (kid !== undefined && kid !== keyId) {
    throw new ValidationError(
      'ERR_KEY_ID',
      'not equal to the kid of the JWK',
      'remove keyId, or set the kid of the JWK to the id that the server knows',
    )
  }
  return keyId
}

/** Returns the JWK name of the algorithm to sign with. */
const algorithmOf = (given: string | undefined, { key, alg }: Material): string => {
  const fitting = Object.values(algorithms).filter(({ fits }) => fits(key))
  const names = fitting.map(({ jwk }) => jwk).join(' or ')
  const isA =
    fitting[0]?.takes ?? `a key of type ${key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType}`
  const wanted = given ?? alg
  if (fitting.length === 0) {
    const all = Object.values(algorithms)
      .map(({ jwk, takes }) => `${jwk} (${takes})`)
      .join(', ')
    throw new ValidationError(
      'ERR_KEY_ALGORITHM',
      `the key is ${isA}, which does not fit any algorithm`,
      `use a key for ${all}`,
    )
  }
  if (wanted === undefined) {
    if (fitting[1] === undefined) return names
    throw new ValidationError(
      'ERR_KEY_ALGORITHM',
      `missing, and the key is ${isA}, which can sign with ${names}`,
      'name the algorithm',
    )
  }
  const name =
    typeof wanted === 'string' ? (algorithmName(wanted) ?? algorithmName(wanted.toLowerCase())) : undefined
  const algorithm = name === undefined ? undefined : algorithms[name]
  if (algorithm?.fits(key)) return algorithm.jwk
  const whose = given === undefined ? 'the alg of the JWK' : 'the alg'
  throw new ValidationError(
    'ERR_KEY_ALGORITHM',
    `${whose} ${algorithm ? 'does not fit the key' : 'is not an algorithm of HTTP message signatures'}; the key is ${isA}`,
    `write alg: ${names}`,
  )
}

export type Jwk = Record<string, unknown>

const members: Readonly<Record<string, { secret: string; others: string[] }>> = {
  OKP: { secret: 'd', others: ['crv', 'x'] },
  EC: { secret: 'd', others: ['crv', 'x', 'y'] },
  RSA: { secret: 'd', others: ['n', 'e', 'p', 'q', 'dp', 'dq', 'qi'] },
  oct: { secret: 'k', others: [] },
}

/** Reads the private key of a JWK. Messages of node:crypto are not used, because they echo the contents of the JWK. */
function readJwk(jwk: Jwk): KeyObject {
  const kty = typeof jwk.kty === 'string' ? jwk.kty : ''
  const expected = Object.hasOwn(members, kty) ? members[kty] : undefined
  if (!expected) throw 'keys' in jwk ? keySet() : unreadable('whose kty is not OKP, EC, RSA or oct')

  const { secret, others } = expected
  const absent = others.filter((name) => jwk[name] === undefined)
  if (absent.length > 0) throw unreadable(`without ${absent.join(', ')}`)
  if (jwk[secret] === undefined)
    throw new ValidationError(
      'ERR_KEY_PUBLIC',
      'found a JWK with only the public part of a key, expected the private key',
      'give the JWK that also has d',
    )
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

const unreadable = (flaw: string): ValidationError =>
  new ValidationError(
    'ERR_KEY_UNREADABLE',
    `found a JWK ${flaw}, expected a complete private JWK`,
    'copy it again from its source',
  )
