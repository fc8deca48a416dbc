import type { Outcome } from './answers/answer.ts'

/** How much is asked of a server at a time: more as long as it answers as quickly as before, less as soon as it has too much. */
export interface Load {
  /** Waits for a place; gives what is called at the end, if there is one with what came and in how many milliseconds. */
  enter: (entry: Entry) => Promise<(outcome?: Outcome, milliseconds?: number) => void>
  /** Nothing begins before this is over. */
  hold: (pause: Promise<void>) => Promise<void>
}

interface Entry {
  /** Requests of one kind take about as long as one another. */
  kind: string
  /** Before all others that wait. */
  isFirst?: boolean | undefined
}

/** Requests at a time at first; what belongs at one time, such as a race, is not cut in parts. */
const beginning = 16

/** A median so many times the quickest answer says that a server works to its limits. */
const slow = 3

/** Milliseconds that no server is called slow for. */
const quick = 50

/** The fewest requests at a time for a server that is slow but not overloaded. */
const leastOfSlow = 4

/** The number of responses after an overload until the ceiling rises again. */
const forgotten = 500

export function createLoad(limit: number): Load {
  const waiting: Array<() => void> = []
  const quickest = new Map<string, number>()
  let most = Math.min(limit, beginning)
  let underWay = 0
  /** Counts what was halved: one time for all that were under way together. */
  let era = 0
  let ceiling = limit
  let answers = 0
  let ratios: number[] = []
  let held: Promise<void> | undefined

  const goOn = (): void => {
    for (const begin of waiting.splice(0, Math.max(0, most - underWay))) begin()
  }
  const halve = (): void => {
    era++
    ceiling = Math.max(1, Math.min(ceiling, most - 1))
    most = Math.max(1, Math.floor(most / 2))
    answers = 0
    ratios = []
  }
  const grow = (): void => {
    if (answers >= forgotten) {
      answers = 0
      ceiling = Math.min(limit, ceiling + 1)
    }
    most = Math.min(ceiling, ceiling === limit ? most * 2 : most + 1)
  }
  const weigh = (): void => {
    const middle = ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 1
    ratios = []
    if (middle <= slow) grow()
    else most = Math.max(Math.min(most, leastOfSlow), Math.floor(most * 0.75))
  }
  const saw = (kind: string, milliseconds: number): void => {
    const time = Math.max(quick, milliseconds)
    const least = Math.min(quickest.get(kind) ?? time, time)
    quickest.set(kind, least)
    answers++
    ratios.push(time / least)
    if (ratios.length >= most) weigh()
  }
  return {
    enter: async ({ kind, isFirst = false }) => {
      while (held || underWay >= most) {
        if (held) await held
        else await new Promise<void>((begin) => (isFirst ? waiting.unshift(begin) : waiting.push(begin)))
      }
      underWay++
      const begun = era
      return (outcome, milliseconds = 0) => {
        if (outcome && isOverload(outcome)) {
          if (begun === era) halve()
        } else if (outcome) saw(kind, milliseconds)
        // undici uses a connection again in the next turn of the event loop.
        setImmediate(() => {
          underWay--
          goOn()
        })
      }
    },
    hold: async (pause) => {
      const own = Promise.all([held, pause]).then(() => {
        if (held === own) held = undefined
      })
      held = own
      await own
    },
  }
}

const isOverload = (outcome: Outcome): boolean =>
  'response' in outcome
    ? outcome.response.status === 429 || outcome.response.status === 503
    : ['timeout', 'refused', 'reset', 'closed'].includes(outcome.failure.code)
