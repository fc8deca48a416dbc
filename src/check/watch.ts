import type { Session } from './session.ts'

/** The first pause between two looks and the longest, in milliseconds; each is twice the one before. */
const firstPause = 20
const longestPause = 1000

/**
 * Looks again and again until `isDone`, or until the target's settleTimeout has passed; gives what was seen last.
 * Polls: how long a server takes is its own matter.
 */
export const watch = async <T>(
  { clock, target }: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
): Promise<T> => {
  const end = clock.now() + target.limits.settleTimeout
  let pause = firstPause
  let seen = await look()
  while (!isDone(seen) && clock.now() < end) {
    await clock.wait(Math.min(pause, Math.max(1, end - clock.now())))
    pause = Math.min(pause * 2, longestPause)
    seen = await look()
  }
  return seen
}
