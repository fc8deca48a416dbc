import type { Waiting } from '../core/environment.ts'
import type { Session } from './session.ts'

/** The first and the longest pause between two looks, in milliseconds. Each pause is twice the one before. */
const firstPause = 20
const longestPause = 1000

/** The divisor of the timeout for a kind of thing that did not come once before. */
const shorter = 10

/**
 * Returns true if a wait for things of this kind timed out before, so that this wait is shorter than settleTimeout.
 */
export function isCutShort({ memory: { timedOut } }: Session, kind: string): boolean {
  return timedOut.has(kind)
}

/**
 * Looks again and again until `isDone`, or until the target's settleTimeout has passed. Returns what was seen last. It
 * polls, because a server may take as long as it likes. If the server's time stands still, it is moved forward
 * meanwhile. Once a change of a `kind` has failed to come in that time, later waits for that kind last a tenth of it,
 * until one succeeds.
 */
export async function watch<T>(
  session: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  kind?: string,
): Promise<T> {
  const time = await passing(session)
  const { settleTimeout } = session.target.limits
  const isShort = kind !== undefined && isCutShort(session, kind)
  const end = time.now() + (isShort ? settleTimeout / shorter : settleTimeout)
  let pause = firstPause
  let begun = time.now()
  let seen = await look()
  // A look may take longer than the timeout, and shows the state at the time it began.
  while (!isDone(seen) && begun < end) {
    const left = end - time.now()
    await time.pass(Math.min(pause, Math.max(1, left)), { what: 'a change on the server', left })
    pause = Math.min(pause * 2, longestPause)
    begun = time.now()
    seen = await look()
  }
  if (kind !== undefined) session.memory.timedOut[isDone(seen) ? 'delete' : 'add'](kind)
  return seen
}

/**
 * The steps, in milliseconds in all, by which a server's time is moved for what has not come yet: ten minutes, two
 * hours, 25 hours.
 */
const farther = [600_000, 7_200_000, 90_000_000]

/** Returns true if the server's time was moved by as much as a run ever moves it for something that has not come. */
export function isLongPast(moved: number): boolean {
  return moved >= Math.max(...farther)
}

/** The last view, and the milliseconds that the server's time was moved for it. */
export interface WatchedOut<T> {
  seen: T
  moved: number
}

/**
 * Watches for something that the interface requires without saying when. If the server's time can be moved, it is moved
 * in steps, as long as there is something to see that is not done, and not past the expiry of a receiver in use.
 */
export async function watchOut<T>(
  session: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  kind: string,
): Promise<WatchedOut<T>> {
  const { server } = session.time
  let seen = await watch(session, look, isDone, kind)
  if (!server || seen === undefined || isDone(seen)) return { seen, moved: 0 }
  const now = await server.advance(1)
  const most = firstExpiry(session, now) - beforeExpiry - now
  let moved = 0
  for (const step of farther) {
    const until = Math.min(step, most)
    if (until <= moved || isDone(seen)) break
    await server.advance(until - moved)
    moved = until
    seen = await watch(session, look, isDone, kind)
  }
  return { seen, moved }
}

/** Milliseconds that are left to the receivers in use, for the checks that follow. */
const beforeExpiry = 3_600_000

/** Returns the time, in milliseconds, at which the first of the receivers of this run's payments expires. */
const firstExpiry = ({ memory }: Session, now: number): number => {
  const known = memory.known()
  const paid = new Set([...known.values()].map(({ receiver }) => receiver))
  let first = Number.POSITIVE_INFINITY
  for (const { id, expiresAt } of known.values()) {
    const end = Date.parse(expiresAt ?? '')
    if (paid.has(id) && end > now && end < first) first = end
  }
  return first
}

/** Lets time pass, in milliseconds, for the server too. */
export async function pause(session: Session, milliseconds: number): Promise<void> {
  return (await passing(session)).pass(milliseconds)
}

/** The time that passes for the server: the harness's own, or the server's if that advances only when it is moved. */
interface Passing {
  now: () => number
  pass: (milliseconds: number, waiting?: Waiting) => Promise<void>
}

const passing = async ({ time: { own, server } }: Session): Promise<Passing> => {
  if (!server || !(await server.stands())) return { now: own.now, pass: own.wait }
  let moved = 0
  return {
    now: () => moved,
    pass: async (milliseconds) => {
      const whole = Math.ceil(milliseconds)
      moved += whole
      await server.advance(whole)
    },
  }
}
