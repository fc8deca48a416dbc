import { sample } from '../../src/selftest/sample.ts'

/** Whether everything is tried (`npm run test:all`, for the night), not only what CI has time for. */
export const tryAll = process.env['SLOW'] === 'all'

/** Some of many tests that are alike, always the same ones; all of them at night. */
export function sampled<T extends { id: string }>(tests: readonly T[], share: number): T[] {
  return tryAll ? [...tests] : sample(tests, share, 1)
}
