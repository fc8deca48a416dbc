import type { HttpRequest } from '../../core/http-request.ts'
import { type Base, baseOf, textOf } from './base.ts'
import type { OfferedSignature } from './read.ts'
import { type VerifyingKey, verifiesBy } from './verifying-key.ts'

/** A guess at how a client made its signature: the request at that moment, and what was made of it. */
export interface SigningAttempt {
  message: HttpRequest
  /** The value of the line @signature-params. */
  parameters: string
  write: (base: Base) => string
  /** Returns the bytes that were signed for a base. */
  data: (text: string) => Buffer
  bytes: Buffer
  key: VerifyingKey
}

/** A mistake that clients make. Applied to an attempt, it guesses what was signed. */
export interface Slip {
  /**
   * The part of the attempt that the mistake changes. Slips of the same part exclude each other, so only slips of
   * different parts are tried together.
   */
  part: 'target' | 'method' | 'header' | 'parameters' | 'text' | 'data' | 'bytes' | 'key'
  /** Marks a slip that is made of several mistakes. It is not tried together with another one. */
  compound?: boolean
  /** A stable name of the mistake. */
  cause: string
  /** A description of the mistake, in words that follow "does not verify:". */
  says: string
  apply: (attempt: SigningAttempt) => SigningAttempt
}

/** Makes a slip that replaces parts of an attempt. */
export const slip = (made: Omit<Slip, 'apply'>, other: Partial<SigningAttempt>): Slip => ({
  ...made,
  apply: (attempt) => ({ ...attempt, ...other }),
})

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
  const base = baseOf(message, components, parameters)
  return base !== undefined && verifiesBy(key, data(write(base)), bytes)
}
