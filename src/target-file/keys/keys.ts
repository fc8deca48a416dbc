import type { KeyObject } from 'node:crypto'
import { algorithmName, algorithms } from '../../core/algorithm.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { type KeyPath, type Problems, ValidationError } from '../reading/problem.ts'
import type { Jwk } from './jwk.ts'
import { readJwk } from './jwk.ts'
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
