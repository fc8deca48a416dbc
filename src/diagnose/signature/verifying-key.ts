import { createPublicKey, type KeyObject } from 'node:crypto'
import { algorithmName, algorithms } from '../../core/algorithm.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import type { OfferedSignature } from './read.ts'

/** A key that verifies signatures: a public key or a shared secret. */
export interface VerifyingKey {
  /** The name of the key, or undefined if it came without one. A key without a name is tried under any keyid. */
  keyId?: string | undefined
  /** Names of RFC 9421. There are several if the key alone does not decide the algorithm. */
  algorithms: string[]
  key: KeyObject
}

/**
 * Returns a key to verify with, or undefined if no algorithm fits. `alg`: the algorithm that the key itself names,
 * spelled as in a JWK or in RFC 9421.
 */
export function verifyingKey(key: KeyObject, keyId?: string, alg?: string): VerifyingKey | undefined {
  const fitting = Object.keys(algorithms).filter((name) => algorithms[name]?.fits(key))
  const named = alg === undefined ? fitting : fitting.filter((name) => name === algorithmName(alg))
  return named.length === 0 ? undefined : { keyId, algorithms: named, key }
}

export function publicHalf({ privateKey, keyId, alg }: SigningKey): VerifyingKey {
  const key = privateKey.type === 'secret' ? privateKey : createPublicKey(privateKey)
  const found = verifyingKey(key, keyId, alg)
  if (!found) throw new Error(`the key ${keyId} does not fit its alg ${alg}`)
  return found
}

export function keyFor(
  { parameters }: Pick<OfferedSignature, 'parameters'>,
  keys: readonly VerifyingKey[],
): VerifyingKey | undefined {
  const keyId = parameters.get('keyid')
  return keys.find((key) => key.keyId === keyId) ?? keys.find((key) => key.keyId === undefined)
}

/** Returns true if the signature over these bytes is good. */
export function verifiesBy(
  { algorithms: names, key }: VerifyingKey,
  data: Buffer,
  signature: Buffer,
): boolean {
  return names.some((name) => algorithms[name]?.verify(data, key, signature) === true)
}
