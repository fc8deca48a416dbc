import { isThrottled, isUnavailable, type Outcome } from './answers/answer.ts'

/**
 * Limits the concurrent requests to a server, in all and of each kind: few at first if the first requests show that it
 * is slow, more as long as it answers as quickly as before, fewer before responses come too late, and as soon as it has
 * too many.
 */
export interface Load {
  /** Waits for a place. */
  enter: (entry: Entry) => Promise<Slot>
  /** Lets nothing begin before the pause is over. */
  hold: (pause: Promise<void>) => Promise<void>
}

interface Entry {
  /** The kind of the request. Requests of the same kind take about equally long. */
  kind: string
  /** Puts the request before all others that wait. */
  isFirst?: boolean | undefined
  /** Sends the request while no other one of its kind is under way, and before all others that wait. */
  isAlone?: boolean | undefined
}

/** The place of a request among those under way. */
interface Slot {
  /** The longest time, in milliseconds, to wait for the response. */
  timeout: number
  /** Must be called at the end, with the outcome, if there is one, and its milliseconds. */
  leave: (outcome?: Outcome, milliseconds?: number) => void
}

/**
 * The number of concurrent requests at the beginning. Requests that belong together, such as a race, are not split up.
 */
const beginning = 16

/** The number of concurrent requests of a kind before one of them shows how long they take. */
const beginningOfKind = 4

/** A median of this many times the quickest response shows that a server works at its limits. */
const slow = 3

/** Milliseconds. All faster responses count as this fast, so that no server is called slow because of them. */
const quick = 50

/** A request may take this many times as long as the quickest one of its kind, even if that exceeds the timeout. */
const longest = 5

/** The fewest requests at a time for a server that is slow but not overloaded. */
const leastOfSlow = 4

/** The number of responses after an overload until the ceiling rises again. */
const forgotten = 500

/** The requests under way, in all or of a kind, and the limits that their responses suggest. */
type Measure = ReturnType<typeof measureFor>

const measureFor = (limit: number, most: number) => ({
  limit,
  most: Math.min(limit, most),
  underWay: 0,
  /** The most requests under way together since the limit was last considered. */
  peak: 0,
  /** Set while a request must remain the only one. */
  isTaken: false,
  /** Counts the halvings. An overload halves the limit only once for all requests that were under way together. */
  era: 0,
  ceiling: limit,
  answers: 0,
  times: [] as Array<{ milliseconds: number; ratio: number }>,
})

/** A kind of requests: how many are under way, and the quickest response in milliseconds. */
type RequestKind = Measure & { quickest?: number }

interface Queued extends Entry {
  begin: (place: Slot) => void
}

interface LoadState {
  all: Measure
  kinds: Map<string, RequestKind>
  limit: number
  timeout: number
  waiting: Queued[]
  held: Promise<void> | undefined
}

/** Creates the load of a server. `timeout`: the milliseconds after which a response usually is too late. */
export function createLoad(limit: number, timeout: number): Load {
  const state: LoadState = {
    all: measureFor(limit, beginning),
    kinds: new Map(),
    limit,
    timeout,
    waiting: [],
    held: undefined,
  }
  const { waiting } = state
  return {
    enter: (entry) =>
      new Promise((begin) => {
        if (entry.isFirst || entry.isAlone) waiting.unshift({ ...entry, begin })
        else waiting.push({ ...entry, begin })
        admit(state)
      }),
    hold: async (pause) => {
      const own = Promise.all([state.held, pause]).then(() => {
        if (state.held !== own) return
        state.held = undefined
        admit(state)
      })
      state.held = own
      await own
    },
  }
}

const kindNamed = ({ kinds, limit }: LoadState, name: string): RequestKind => {
  const kind = kinds.get(name) ?? measureFor(limit, beginningOfKind)
  kinds.set(name, kind)
  return kind
}

/** Begins the waiting requests that may begin, in their order. */
const admit = (state: LoadState): void => {
  const { all, waiting, held } = state
  const blocked = new Set<string>()
  for (let at = 0; at < waiting.length && !held && all.underWay < all.most; ) {
    const one = waiting[at] as Queued
    const kind = kindNamed(state, one.kind)
    const isFree = !kind.isTaken && kind.underWay < (one.isAlone ? 1 : kind.most)
    if (isFree && !blocked.has(one.kind)) {
      waiting.splice(at, 1)
      one.begin(placeFor(state, kind, one.isAlone === true))
    } else {
      blocked.add(one.kind)
      at++
    }
  }
}

const placeFor = (state: LoadState, kind: RequestKind, isAlone: boolean): Slot => {
  const measures = [state.all, kind]
  for (const measure of measures) measure.peak = Math.max(measure.peak, ++measure.underWay)
  kind.isTaken = isAlone
  const eras = measures.map(({ era }) => era)
  return {
    timeout: timeoutOf(state, kind),
    leave: (outcome, milliseconds = 0) => {
      if (outcome && isOverload(outcome)) {
        for (const [at, measure] of measures.entries()) if (eras[at] === measure.era) halve(measure)
      } else if (outcome && !wasClosedWhenIdle(outcome)) saw(state, kind, milliseconds)
      // undici reuses a connection in the next turn of the event loop.
      setImmediate(() => {
        for (const measure of measures) measure.underWay--
        if (isAlone) kind.isTaken = false
        admit(state)
      })
    },
  }
}

const timeoutOf = ({ timeout }: LoadState, { quickest = 0 }: RequestKind): number =>
  Math.max(timeout, Math.ceil(longest * quickest))

const halve = (measure: Measure): void => {
  const { ceiling, most } = measure
  measure.era++
  measure.ceiling = Math.max(1, Math.min(ceiling, most - 1))
  measure.most = Math.max(1, Math.floor(most / 2))
  restart(measure)
  measure.answers = 0
}

const restart = (measure: Measure): void => {
  measure.times = []
  measure.peak = measure.underWay
}

const saw = (state: LoadState, kind: RequestKind, milliseconds: number): void => {
  const { all } = state
  const least = Math.min(kind.quickest ?? milliseconds, milliseconds)
  const isFirstOfAll = all.answers === 0 && all.era === 0
  if (isFirstOfAll) all.most = Math.min(all.most, inTurn(state, milliseconds, kind))
  if (kind.quickest === undefined) kind.most = inTurn(state, milliseconds, kind)
  kind.quickest = least
  const time = { milliseconds, ratio: Math.max(quick, milliseconds) / Math.max(quick, least) }
  for (const measure of [all, kind]) {
    measure.answers++
    measure.times.push(time)
    if (measure.times.length >= measure.most) weigh(measure, timeoutOf(state, kind) / 2)
  }
}

/** Returns how many requests a server can answer one after the other in half of the time that they may take. */
const inTurn = ({ limit, timeout }: LoadState, milliseconds: number, kind: RequestKind): number =>
  Math.min(kind.ceiling, limit, Math.max(2, Math.floor(timeout / 2 / Math.max(1, milliseconds))))

/** Decides whether more requests may be under way. `late`: a median of this many milliseconds is too close to a loss. */
const weigh = (measure: Measure, late: number): void => {
  const { times, most, peak } = measure
  const ratio = median(times.map((one) => one.ratio))
  const milliseconds = median(times.map((one) => one.milliseconds))
  restart(measure)
  if (ratio > slow) measure.most = Math.max(Math.min(most, leastOfSlow), Math.floor(most * 0.75))
  else if (peak >= most) grow(measure, (late / Math.max(1, milliseconds)) * most)
  if (milliseconds > late) measure.most = Math.max(1, Math.min(measure.most, Math.floor(most * 0.75)))
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 1

/** Raises the limit, at most to the number of requests whose responses are expected in time. */
const grow = (measure: Measure, expected: number): void => {
  const { limit, most } = measure
  if (measure.answers >= forgotten) {
    measure.answers = 0
    measure.ceiling = Math.min(limit, measure.ceiling + 1)
  }
  const next = Math.min(measure.ceiling, measure.ceiling === limit ? most * 2 : most + 1)
  if (next <= expected) measure.most = Math.max(most, next)
}

const isOverload = (outcome: Outcome): boolean =>
  'response' in outcome
    ? isThrottled(outcome) || isUnavailable(outcome)
    : ['timeout', 'refused', 'reset'].includes(outcome.failure.code)

/** A server may close idle connections, or each one after some requests, however little it has to do. */
const wasClosedWhenIdle = (outcome: Outcome): boolean =>
  'failure' in outcome && outcome.failure.code === 'closed'
