import type { Environment } from '../core/environment.ts'

/** Lets this many requests through per second, evenly spaced. 0 lets all through at once. */
export function createPacing(
  perSecond: number,
  { monotonic, wait }: Pick<Environment, 'monotonic' | 'wait'>,
): () => Promise<void> {
  const interval = perSecond > 0 ? 1000 / perSecond : 0
  let next = Number.NEGATIVE_INFINITY
  return async () => {
    if (interval === 0) return
    const now = monotonic()
    const turn = Math.max(now, next)
    next = turn + interval
    if (turn > now) await wait(turn - now)
  }
}
