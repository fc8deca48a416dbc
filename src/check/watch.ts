import type { Waiting } from '../core/waiting.ts'
import type { Session } from './session.ts'

/** The first pause between two looks and the longest, in milliseconds; each is twice the one before. */
const firstPause = 20
const longestPause = 1000

/** What came in vain once is waited for so much less from then on. */
const shorter = 10

/** Whether what is of this kind was waited for in vain before, so that it is not waited for as long as settleTimeout. */
export function isCutShort({ memory: { inVain } }: Session, kind: string): boolean {
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
  if (kind !== undefined) session.memory.inVain[isDone(seen) ? 'delete' : 'add'](kind)
  return seen
}

/** How far a server's time is moved on in all for what has not come yet, in milliseconds: ten minutes, two hours, 25 hours. */
const farther = [600_000, 7_200_000, 90_000_000]

/** What was seen last, and by how many milliseconds the server's time was moved on for it. */
export interface WatchedOut<T> {
  seen: T
  moved: number
}

/**
 * The same for what the interface asks for without saying when. A server whose time can be moved is given more of its time, in
 * steps, as long as it needs that.
 */
export async function watchOut<T>(
  session: Session,
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  kind: string,
): Promise<WatchedOut<T>> {
  const { server } = session.time
  let seen = await watch(session, look, isDone, kind)
  let moved = 0
  for (const until of server ? farther : []) {
    if (isDone(seen)) break
    await server?.advance(until - moved)
    moved = until
    seen = await watch(session, look, isDone, kind)
  }
  return { seen, moved }
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
