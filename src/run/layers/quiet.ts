import { createQueue } from '../../core/queue.ts'
import type { Layer } from './transport.ts'

/**
 * Keeps other requests back while something is found out that they would disturb: a server may refuse a valid request
 * because of any request before it.
 */
export interface Quiet {
  /** Does the work. No other request begins meanwhile. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Does such work after all other work that was given to this function. Work that returns undefined came to nothing.
   * If that happens too often, no further work is begun, so that the run is not kept waiting.
   */
  inTurn: <T>(work: () => Promise<T | undefined>) => Promise<T | undefined>
  /** Waits until no work is under way that needs quiet. */
  over: () => Promise<void>
}

/** The number of pieces of work in a row that may come to nothing. */
const mostFailures = 3

export function createQuiet(): Quiet {
  const underWay = new Set<Promise<unknown>>()
  const inQueue = createQueue()
  let failures = 0
  const during: Quiet['during'] = (work) => {
    const own = Promise.resolve().then(work)
    underWay.add(own)
    return own.finally(() => underWay.delete(own))
  }
  return {
    during,
    inTurn: <T>(work: () => Promise<T | undefined>) =>
      during(() =>
        inQueue(async () => {
          if (failures >= mostFailures) return undefined
          const result = await work()
          failures = result === undefined ? failures + 1 : 0
          return result
        }),
      ),
    over: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** Lets a request begin when the quiet is over. Retries begin at once, because the quiet may be theirs. */
export function outsideQuiet({ over }: Pick<Quiet, 'over'>): Layer {
  return (next) => async (draft, tamper) => {
    if (draft.repeats === undefined) await over()
    return next(draft, tamper)
  }
}
