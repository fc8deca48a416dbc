import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import type { SignOptions } from './sign-given.ts'
import { wantedRequest } from './wanted-request.ts'

/** Signs a request afresh, and prints its signature base and headers. */
export async function sign(words: readonly string[], options: SignOptions, io: GuardedIo): Promise<number> {
  const wanted = await wantedRequest(words, options, io)
  if ('message' in wanted) await (await import('./sign-given.ts')).signGiven(wanted, options, io)
  else await (await import('./sign-recorded.ts')).signRecorded(wanted, options, io)
  return exit.fine
}
