import type { Session } from './session.ts'

/** The first pause between two looks and the longest, in milliseconds; each is twice the one before. */
const firstPause = 20
const longestPause = 1000

/**
 * Looks again and again until `isDone`, or until the target's settleTimeout has passed; gives what was seen last.
 * Polls: how long a server takes is its own matter. Where the server's time stands, it is moved on meanwhile.
 */
export const watch = async <T>(
  session: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
): Promise<T> => {
  const time = await passing(session)
  const end = time.now() + session.target.limits.settleTimeout
  let pause = firstPause
  let seen = await look()
  while (!isDone(seen) && time.now() < end) {
    await time.pass(Math.min(pause, Math.max(1, end - time.now())))
    pause = Math.min(pause * 2, longestPause)
    seen = await look()
  }
  return seen
}

/** Time that goes by for the server: ours, or its own where that goes on only when it is moved. */
interface Passing {
  now: () => number
  pass: (milliseconds: number) => Promise<void>
}

const passing = async ({ clock, serverClock }: Session): Promise<Passing> => {
  if (!serverClock || !(await serverClock.stands())) return { now: clock.now, pass: clock.wait }
  let moved = 0
  return {
    now: () => moved,
    pass: async (milliseconds) => {
      const whole = Math.ceil(milliseconds)
      moved += whole
      await serverClock.advance(whole)
    },
  }
}
