import type { Waiting } from '../core/waiting.ts'
import { PreconditionFailed, type Session } from './session.ts'

/** The first pause between two looks and the longest, in milliseconds; each is twice the one before. */
const firstPause = 20
const longestPause = 1000

/** What came in vain once is waited for so much less from then on. */
const shorter = 10

/** Whether what is of this kind was waited for in vain before, so that it is not waited for as long as settleTimeout. */
export function isCutShort({ inVain }: Session, kind: string): boolean {
  return inVain.has(kind)
}

/**
 * Looks again and again until `isDone`, or until the target's settleTimeout has passed; gives what was seen last.
 * Polls: how long a server takes is its own matter. Where the server's time stands, it is moved on meanwhile. If what is
 * of one `kind` has not come in that time, it is waited for a tenth of it from then on, until it comes.
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
  // A look may take longer than the timeout, and shows what was there as it began.
  while (!isDone(seen) && begun < end) {
    const left = end - time.now()
    await time.pass(Math.min(pause, Math.max(1, left)), { what: 'a change on the server', left })
    pause = Math.min(pause * 2, longestPause)
    begun = time.now()
    seen = await look()
  }
  if (kind !== undefined) session.inVain[isDone(seen) ? 'delete' : 'add'](kind)
  return seen
}

/** Longer than any server of good will takes, in milliseconds. */
const longAfter = 600_000

/**
 * The same for what a MUST asks for without saying when. How long it takes is the server's own matter: what has not come within
 * settleTimeout may come later, so PreconditionFailed is thrown, which names the key. A server whose time can be moved is given ten minutes
 * of its time more: what was seen last then is what stays.
 */
export async function watchOut<T>(
  session: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  kind: string,
  notYet: string,
): Promise<T> {
  const wasShort = isCutShort(session, kind)
  const seen = await watch(session, look, isDone, kind)
  if (isDone(seen)) return seen
  const { serverClock, target } = session
  if (!serverClock) {
    const key = `limits.settleTimeout (${target.limits.settleTimeout / 1000} s)`
    const time = wasShort ? `in time, and nothing similar did before within ${key}` : `within ${key}`
    throw new PreconditionFailed(
      `${notYet} ${time}; raise it in ${target.file} if your server needs more time`,
    )
  }
  await serverClock.advance(longAfter)
  return watch(session, look, isDone, kind)
}

/** Lets so many milliseconds go by, for the server too. */
export async function pause(session: Session, milliseconds: number): Promise<void> {
  return (await passing(session)).pass(milliseconds)
}

/** Time that goes by for the server: ours, or its own where that goes on only when it is moved. */
interface Passing {
  now: () => number
  pass: (milliseconds: number, waiting?: Waiting) => Promise<void>
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
