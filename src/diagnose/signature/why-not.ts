import { constants, verify } from 'node:crypto'
import { serializeBareItem } from 'structured-headers'
import { algorithms } from '../../core/algorithm.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { asReceived, holds, type SigningAttempt, type Slip } from './attempt.ts'
import { baseOf, baseText, whyNoBase } from './base.ts'
import { byteSlips } from './mistakes/bytes.ts'
import { headerSlips, methodSlips } from './mistakes/request.ts'
import { targetSlips } from './mistakes/target.ts'
import { writtenSlips } from './mistakes/written.ts'
import type { OfferedSignature } from './read.ts'
import { keyFor, type VerifyingKey } from './verifying-key.ts'

/** The reason why a signature does not verify. */
export interface Deviation {
  /** A stable name of the likeliest cause. */
  cause: string
  /** A description in words that follow "signature sig1". */
  says: string
  /** The base that the signature verifies over, which is what the client signed, or undefined if it was not found. */
  signed?: string | undefined
}

/**
 * Returns why a signature does not verify, or undefined if it does. Tries every mistake that clients are known for,
 * first alone, then in pairs. The base that the signature verifies over is what was signed.
 */
export function whyNot({ message, signature, keys, bases }: SignatureCase): Deviation | undefined {
  const key = keyFor(signature, keys)
  const noBase = whyNoBase(message, signature.components)
  if (noBase) return { cause: 'no-base', says: noBase }
  if (!key) return undefined
  const { components, bytes } = signature
  const attempt = asReceived(message, signature, key)
  // RFC 9421, section 2.3, serializes the parameters anew, no matter how the header spaces them.
  const serialized = { ...attempt, parameters: serializedParameters(signature) }
  if (holds(attempt, components) || holds(serialized, components)) return undefined
  const slips = [
    ...byteSlips(attempt, keys),
    ...methodSlips(message),
    ...targetSlips(message, bases),
    ...headerSlips(message),
    ...writtenSlips(signature),
  ]
  const found = firstThat(slips, attempt, components)
  if (found) {
    const says = `does not verify: ${found.map((slip) => slip.says).join('; and ')}`
    return { cause: found[0]?.cause ?? '', says, signed: signedText(found, attempt, components) }
  }
  if (hasOtherSalt(attempt, components)) {
    return {
      cause: 'salt',
      says: 'does not verify: its salt has another length than the 64 bytes that RFC 9421, 3.3.1 gives rsa-pss-sha512',
    }
  }
  const cut = lengthFlaw(bytes, key.algorithms)
  return cut
    ? { cause: 'signature-length', says: cut }
    : { cause: 'altered-or-other-key', says: unexplained(key) }
}

const signedText = (
  slips: readonly Slip[],
  received: SigningAttempt,
  components: readonly string[],
): string | undefined => {
  const { message, parameters, write } = slips.reduce((attempt, slip) => slip.apply(attempt), received)
  const base = baseOf(message, components, parameters)
  return base && write(base)
}

const serializedParameters = ({ components, parameters }: OfferedSignature): string =>
  `(${components.join(' ')})${[...parameters].map(([name, value]) => `;${name}=${serializeBareItem(value)}`).join('')}`

const firstThat = (
  slips: readonly Slip[],
  attempt: SigningAttempt,
  components: readonly string[],
): Slip[] | undefined => {
  const alone = slips.find((slip) => holds(slip.apply(attempt), components))
  if (alone) return [alone]
  const simple = slips.filter(({ compound }) => compound !== true)
  for (const [at, first] of simple.entries()) {
    const changed = first.apply(attempt)
    const second = simple
      .slice(at + 1)
      .find((slip) => slip.part !== first.part && holds(slip.apply(changed), components))
    if (second) return [first, second]
  }
  return undefined
}

const hasOtherSalt = (
  { message, parameters, bytes, key }: SigningAttempt,
  components: readonly string[],
): boolean => {
  if (!key.algorithms.includes('rsa-pss-sha512')) return false
  const options = {
    key: key.key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_AUTO,
  }
  return verify('sha512', Buffer.from(baseText(message, components, parameters) ?? ''), options, bytes)
}

const lengthFlaw = (bytes: Buffer, names: readonly string[]): string | undefined => {
  const wanted = names.map((name) => algorithms[name]?.length)
  if (wanted.some((length) => length === undefined || length === bytes.length)) return undefined
  return `has ${bytes.length} bytes, and one with ${names.join(' or ')} has ${wanted.join(' or ')}: it was cut, or made with another algorithm`
}

const unexplained = ({ keyId, algorithms: names }: SigningAttempt['key']): string =>
  `does not verify with ${keyId === undefined ? 'this key' : `the key "${keyId}"`} (${names.join(' or ')}): another key made it, or what it covers was altered; ` +
  "compare its base with the client's, line by line"

/** A signature of a request, and the context that it is judged in. */
export interface SignatureCase {
  message: HttpRequest
  signature: OfferedSignature
  keys: readonly VerifyingKey[]
  /** URLs that the client may have taken for the server's: baseUrl, connectUrl. */
  bases: readonly string[]
  now: Date
}
