import type { Environment } from '../core/environment.ts'

/** Decides when requests may start, and lets fewer through if the server cannot take as many. */
export interface Pacing {
  /** Waits until the next request may start. */
  turn: () => Promise<void>
  /**
   * Takes what a response shows: whether the server had too many requests, and whether that is certain. A 503 may also
   * be about the request itself, until the same request gets another response later.
   */
  saw: (shown: { isOverload: boolean; isProof: boolean }) => void
}

/** A run slows down if this many of the latest responses refuse it for its rate. A rare failure slows nothing. */
const latest = 10
const fewest = 3

/** The part of the requests that an overloaded server answered within a second, and that it gets from then on. */
const part = 0.8

/** The longest time between two requests, in milliseconds, that a run chooses by itself. */
const longestInterval = 200

/**
 * The milliseconds without an overload after which a run sends twice as much again: a burst says little about the rate
 * that a server can take. A run that has had to slow down this many times stays slow.
 */
const calm = 5000
const mostSlowdowns = 3

/** Requests that would be closer than this, in milliseconds, are not spaced at all. */
const quick = 2

/** Lets this many requests through per second, evenly spaced. 0 lets all through at once. */
export function createPacing(
  perSecond: number,
  { monotonic, wait }: Pick<Environment, 'monotonic' | 'wait'>,
): Pacing {
  const least = perSecond > 0 ? 1000 / perSecond : 0
  let interval = least
  let slowdowns = 0
  let overloaded = Number.NEGATIVE_INFINITY
  let next = Number.NEGATIVE_INFINITY
  let slower: number | undefined
  let changed = Number.NEGATIVE_INFINITY
  const answers: Array<{ at: number; isOverload: boolean }> = []
  return {
    turn: async () => {
      if (interval === 0) return
      const now = monotonic()
      const turn = Math.max(now, next)
      next = turn + interval
      if (turn > now) await wait(turn - now)
    },
    saw: ({ isOverload, isProof }) => {
      const at = monotonic()
      while (answers[0] && answers[0].at < at - 1000) answers.shift()
      answers.push({ at, isOverload })
      if (isOverload) overloaded = at
      if (slowdowns < mostSlowdowns && interval > least && at >= Math.max(changed, overloaded) + calm) {
        interval = interval < quick ? least : Math.max(least, interval / 2)
        changed = at
      }
      // Requests that were under way at the last change came too early to show what it did.
      if (at >= changed + 1000 && isMany(answers)) slower ??= intervalAfter(answers)
      if (slower === undefined || !isProof) return
      interval = Math.max(interval, slower)
      slower = undefined
      slowdowns++
      changed = at
    },
  }
}

const isMany = (answers: ReadonlyArray<{ isOverload: boolean }>): boolean =>
  answers.slice(-latest).filter(({ isOverload }) => isOverload).length >= fewest

const intervalAfter = (answers: ReadonlyArray<{ isOverload: boolean }>): number => {
  const served = answers.filter(({ isOverload }) => !isOverload).length
  return Math.min(longestInterval, 1000 / (part * Math.max(1, served)))
}
