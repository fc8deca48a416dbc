import { createPublicKey, type KeyObject } from 'node:crypto'
import { algorithmName, algorithms } from '../../core/algorithm.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import type { OfferedSignature } from './read.ts'

/** A key to verify by: a public one, or a shared secret. */
export interface VerifyingKey {
  /** Absent where the key came without a name: then it is tried under any. */
  keyId?: string | undefined
  /** Names of RFC 9421; several where the key alone does not decide it. */
  algorithms: string[]
  key: KeyObject
}

/** `alg`: what the key itself says, as in a JWK or as RFC 9421 calls it. Undefined where no algorithm takes it. */
export function verifyingKey(key: KeyObject, keyId?: string, alg?: string): VerifyingKey | undefined {
  const fitting = Object.keys(algorithms).filter((name) => algorithms[name]?.fits(key))
  const named = alg === undefined ? fitting : fitting.filter((name) => name === algorithmName(alg))
  return named.length === 0 ? undefined : { keyId, algorithms: named, key }
}

/** The half of a signing key that verifies. */
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

/** Whether a signature over these bytes is good. */
export function verifiesBy(
  { algorithms: names, key }: VerifyingKey,
  data: Buffer,
  signature: Buffer,
): boolean {
  return names.some((name) => algorithms[name]?.verify(data, key, signature) === true)
}
