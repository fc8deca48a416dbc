import { sample } from '../../src/selftest/fault.ts'

/** Set by `npm run test:all`, for the night: all tests run, not only those that CI has time for. */
export const tryAll = process.env['SLOW'] === 'all'

/** Set by vitest.config.ts if tests are selected by their titles. A sample would leave out most of those. */
const isByTitle = process.env['TESTS_BY_TITLE'] === '1'

/** Returns a fixed sample of many similar tests; at night, and if tests are selected by their titles, all of them. */
export function sampled<T extends { id: string }>(tests: readonly T[], share: number): T[] {
  return tryAll || isByTitle ? [...tests] : sample(tests, share, 1)
}

/** Options of a run that sends about half of the requests by day, and all at night. */
export const halfByDay: readonly string[] = tryAll
  ? []
  : ['--only', 'content-digest,tokens,quotes,payments,lists,races,rules']
