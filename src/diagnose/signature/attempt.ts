import type { HttpRequest } from '../../core/http-request.ts'
import { type Base, baseOf, textOf } from './base.ts'
import type { OfferedSignature } from './read.ts'
import { type VerifyingKey, verifiesBy } from './verifying-key.ts'

/** How a client may have come to its signature: the request as it was then, and what was made of it. */
export interface SigningAttempt {
  message: HttpRequest
  /** The line @signature-params. */
  parameters: string
  write: (base: Base) => string
  /** What was signed of the text. */
  data: (text: string) => Buffer
  bytes: Buffer
  key: VerifyingKey
}

/** A mistake that clients make, as a guess at what was signed. */
export interface Slip {
  /** Slips of one part exclude each other: only those of different parts are tried together. */
  part: 'target' | 'method' | 'header' | 'parameters' | 'text' | 'data' | 'bytes' | 'key'
  /** Made of several mistakes itself, so not tried together with another. */
  compound?: boolean
  /** A stable name of the mistake. */
  cause: string
  /** What is wrong, in words that follow "does not verify:". */
  says: string
  apply: (attempt: SigningAttempt) => SigningAttempt
}

export function asReceived(
  message: HttpRequest,
  { text, bytes }: OfferedSignature,
  key: VerifyingKey,
): SigningAttempt {
  return {
    message,
    parameters: text,
    write: textOf,
    data: (text) => Buffer.from(text),
    bytes,
    key,
  }
}

export function holds(
  { message, parameters, write, data, bytes, key }: SigningAttempt,
  components: readonly string[],
): boolean {
  const base = baseIn(message, components, parameters)
  return base !== undefined && verifiesBy(key, data(write(base)), bytes)
}

const baseIn = (
  message: HttpRequest,
  components: readonly string[],
  parameters: string,
): Base | undefined => {
  try {
    return baseOf(message, components, parameters)
  } catch {
    return undefined
  }
}
