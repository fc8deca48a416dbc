import { sample } from '../../src/selftest/fault.ts'

/** Set by `npm run test:all`, for the night: all tests run, not only those that CI has time for. */
export const tryAll = process.env['SLOW'] === 'all'

/** Returns a fixed sample of many similar tests; at night all of them. */
export function sampled<T extends { id: string }>(tests: readonly T[], share: number): T[] {
  return tryAll ? [...tests] : sample(tests, share, 1)
}

/** Options of a run that sends about half of the requests by day, and all at night. */
export const halfByDay: readonly string[] = tryAll
  ? []
  : ['--only', 'content-digest,tokens,quotes,payments,lists,races,rules']
