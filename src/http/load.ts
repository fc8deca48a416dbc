import type { Outcome } from './answers/answer.ts'

/**
 * Limits the concurrent requests to a server: more as long as it answers as quickly as before, fewer as soon as it has
 * too many.
 */
export interface Load {
  /**
   * Waits for a place. Resolves with a function to call at the end, with the outcome, if there is one, and its
   * milliseconds.
   */
  enter: (entry: Entry) => Promise<(outcome?: Outcome, milliseconds?: number) => void>
  /** Lets nothing begin before the pause is over. */
  hold: (pause: Promise<void>) => Promise<void>
}

interface Entry {
  /** The kind of the request. Requests of the same kind take about equally long. */
  kind: string
  /** Puts the request before all others that wait. */
  isFirst?: boolean | undefined
}

/**
 * The number of concurrent requests at the beginning. Requests that belong together, such as a race, are not split up.
 */
const beginning = 16

/** A median of this many times the quickest response shows that a server works at its limits. */
const slow = 3

/** Milliseconds. All faster responses count as this fast, so that no server is called slow because of them. */
const quick = 50

/** The fewest requests at a time for a server that is slow but not overloaded. */
const leastOfSlow = 4

/** The number of responses after an overload until the ceiling rises again. */
const forgotten = 500

/** The load of a server: the requests under way, and the limits that its responses suggest. */
type Measure = ReturnType<typeof measureFor>

const measureFor = (limit: number) => ({
  limit,
  most: Math.min(limit, beginning),
  underWay: 0,
  waiting: [] as Array<() => void>,
  /** Counts the halvings. An overload halves the limit only once for all requests that were under way together. */
  era: 0,
  ceiling: limit,
  answers: 0,
  ratios: [] as number[],
  quickest: new Map<string, number>(),
})

export function createLoad(limit: number): Load {
  const measure = measureFor(limit)
  let held: Promise<void> | undefined
  return {
    enter: async ({ kind, isFirst = false }) => {
      const { waiting } = measure
      while (held || measure.underWay >= measure.most) {
        if (held) await held
        else await new Promise<void>((begin) => (isFirst ? waiting.unshift(begin) : waiting.push(begin)))
      }
      measure.underWay++
      const begun = measure.era
      return (outcome, milliseconds = 0) => {
        if (outcome && isOverload(outcome)) {
          if (begun === measure.era) halve(measure)
        } else if (outcome) saw(measure, kind, milliseconds)
        // undici reuses a connection in the next turn of the event loop.
        setImmediate(() => {
          measure.underWay--
          goOn(measure)
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

const goOn = ({ waiting, most, underWay }: Measure): void => {
  for (const begin of waiting.splice(0, Math.max(0, most - underWay))) begin()
}

const halve = (measure: Measure): void => {
  const { ceiling, most } = measure
  measure.era++
  measure.ceiling = Math.max(1, Math.min(ceiling, most - 1))
  measure.most = Math.max(1, Math.floor(most / 2))
  measure.answers = 0
  measure.ratios = []
}

const saw = (measure: Measure, kind: string, milliseconds: number): void => {
  const { quickest, ratios } = measure
  const time = Math.max(quick, milliseconds)
  const least = Math.min(quickest.get(kind) ?? time, time)
  quickest.set(kind, least)
  measure.answers++
  ratios.push(time / least)
  if (ratios.length >= measure.most) weigh(measure)
}

const weigh = (measure: Measure): void => {
  const { ratios, most } = measure
  const middle = ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 1
  measure.ratios = []
  if (middle <= slow) grow(measure)
  else measure.most = Math.max(Math.min(most, leastOfSlow), Math.floor(most * 0.75))
}

const grow = (measure: Measure): void => {
  const { limit, most } = measure
  if (measure.answers >= forgotten) {
    measure.answers = 0
    measure.ceiling = Math.min(limit, measure.ceiling + 1)
  }
  measure.most = Math.min(measure.ceiling, measure.ceiling === limit ? most * 2 : most + 1)
}

const isOverload = (outcome: Outcome): boolean =>
  'response' in outcome
    ? outcome.response.status === 429 || outcome.response.status === 503
    : ['timeout', 'refused', 'reset', 'closed'].includes(outcome.failure.code)
