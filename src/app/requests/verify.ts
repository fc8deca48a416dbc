import { ConfigurationError } from '../../core/errors.ts'
import type { GuardedIo } from '../run/guarded.ts'
import type { VerifyOptions } from './verify-given.ts'
import { wantedRequest } from './wanted-request.ts'

/**
 * Prints the signature base of a request as it was received, and one sentence about what is wrong with its signature.
 */
export async function verify(
  words: readonly string[],
  options: VerifyOptions,
  io: GuardedIo,
): Promise<number> {
  const wanted = await wantedRequest(words, options, io)
  if ('message' in wanted) return (await import('./verify-given.ts')).verifyGiven(wanted.message, options, io)
  if (Object.keys(options).length > 0) throw notOfARun(wanted.report)
  return (await import('./verify-recorded.ts')).verifyRecorded(wanted, io)
}

const notOfARun = (path: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_VERIFY_OPTIONS',
    `${path}: a record does not contain the signature, so no key can verify it; leave the options out`,
  )
