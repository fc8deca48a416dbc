import type { Io } from '../environment.ts'

export interface Over {
  /** The milliseconds after which the wait ends in any case. */
  within?: number | undefined
  /** The milliseconds without a request after which the wait ends, once a first request has come. */
  idle?: number | undefined
  /** Returns the time of the last request, in milliseconds of `monotonic`, or undefined if there was none. */
  lastAt: () => number | undefined
}

/** Waits until the user interrupts, the time is over, or no request has come for the given time. */
export async function untilOver(
  { within, idle, lastAt }: Over,
  { signal: interrupted, wait, monotonic }: Pick<Io, 'signal' | 'wait' | 'monotonic'>,
): Promise<void> {
  const over = new AbortController()
  const until = AbortSignal.any([interrupted, over.signal])
  const ends = [interruption(interrupted)]
  if (within !== undefined) ends.push(wait(within, until))
  if (idle !== undefined) ends.push(silence(idle, lastAt, until, { wait, monotonic }))
  await Promise.race(ends)
  over.abort()
}

export const interruption = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const silence = async (
  idle: number,
  lastAt: Over['lastAt'],
  until: AbortSignal,
  { wait, monotonic }: Pick<Io, 'wait' | 'monotonic'>,
): Promise<void> => {
  const left = (): number => (lastAt() ?? monotonic()) + idle - monotonic()
  while (left() > 0 && !until.aborted) await wait(left(), until)
}
