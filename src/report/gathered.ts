import { hash } from 'node:crypto'
import { ConfigurationError } from '../core/errors.ts'
import type {
  EndEvent,
  ExchangeEvent,
  PlannedCheck,
  RecordedRequest,
  RunEvent,
  RunStarted,
  VerdictEvent,
} from '../core/events.ts'
import type { OperationId } from '../core/operations.ts'
import type { Repetition } from '../core/verdict.ts'
import { isAccepted, isServerFailure } from '../http/answers/answer.ts'
import { longestText } from '../http/answers/lightened.ts'
import { plannedHere } from '../judge/listeners.ts'
import { nothingSpent, type Spent, withPayment } from '../run/layers/spending.ts'
import { createDurations, type Durations } from './durations.ts'
import { createSteps, type Steps } from './findings/finding.ts'
import { createMoneySeen, type MovedMoney } from './money-seen.ts'

/** The events of one check in the record. */
export interface RecordedCheck {
  planned: PlannedCheck
  seed?: number
  judged?: VerdictEvent
  repetition?: Repetition
}

export interface ExchangeCounts {
  exchanged: number
  /** The number of requests that differ from each other, signatures aside. */
  distinct: number
  /** The number of requests that failed on the server and did not fail when they were sent again. */
  passing: number
  /** The number of responses of which the run recorded only the beginning. No rule judged them. */
  cut: number
  /** The number of responses over 64 KiB. Checks kept only the beginning of their long texts. */
  shortened: number
}

/** A report shows these facts from the events of a run. */
export interface Gathered extends ExchangeCounts {
  run: RunStarted
  end: EndEvent | undefined
  known: Map<string, RecordedCheck>
  /** The operations that accepted a request. */
  accepting: Set<OperationId | undefined>
  /** The times at which the run resumed after it was killed or interrupted. */
  resumed: string[]
  /** The payments that the run has made, or may have made, and the most that they can debit. */
  spent: Spent
  durations: Durations
  steps: Steps
  /** The payments whose amounts changed during the run. */
  moved: MovedMoney[]
}

/** Gathers the facts of a record from its events, one after another. */
export interface Gathering {
  add: (event: RunEvent) => void
  /** Returns the facts. Throws a ConfigurationError if no event began a run. */
  done: () => Gathered
}

/** Reads a record once. Throws a ConfigurationError if it has no run. */
export function gathered(events: Iterable<RunEvent>): Gathered {
  const { add, done } = createGathering()
  for (const event of events) add(event)
  return done()
}

export function createGathering(): Gathering {
  const facts: FactsSoFar = {
    run: undefined,
    end: undefined,
    known: new Map(),
    accepting: new Set(),
    resumed: [],
    spent: nothingSpent,
    durations: createDurations(),
    steps: createSteps(),
  }
  const exchanges = createExchangeCounts()
  const money = createMoneySeen()
  return {
    add: (event) => {
      facts.durations.add(event)
      money.add(event)
      if (event.type === 'exchange') exchanges.add(event)
      learn(facts, event)
    },
    done: () => {
      const { run } = facts
      if (!run)
        throw new ConfigurationError(
          'ERR_EVENTS_WITHOUT_RUN',
          'the record does not say which run it belongs to; give the complete events.ndjson of a run, including its first line',
        )
      return { ...facts, run, ...exchanges.counts(), ...money.seen() }
    },
  }
}

/** The facts that are told as they are, before the run is known. */
type FactsSoFar = Omit<Gathered, 'run' | 'moved' | keyof ExchangeCounts> & { run: RunStarted | undefined }

const learn = (facts: FactsSoFar, event: RunEvent): void => {
  const { run, known } = facts
  const tell = (id: string, more: Partial<RecordedCheck>): void => {
    known.set(id, { planned: unplanned(id), ...known.get(id), ...more })
  }
  if (event.type === 'run') facts.run = event
  else if (event.type === 'plan')
    for (const planned of run ? plannedHere(run, event.checks) : event.checks) tell(planned.id, { planned })
  else if (event.type === 'check') tell(event.check, event.state === 'started' ? { seed: event.seed } : {})
  else if (event.type === 'end') facts.end = event
  else if (event.type === 'resumed') facts.resumed.push(event.at)
  else if (event.type === 'payment') facts.spent = withPayment(facts.spent, event)
  else if (event.type === 'observation') facts.steps.add(event)
  else if (event.type === 'exchange') {
    if (isAccepted(event)) facts.accepting.add(event.operation)
  } else if (event.type === 'repeat') {
    if (event.state === 'judged') tell(event.check, { repetition: event.repetition })
  } else if (event.type === 'verdict') tell(event.check, { judged: event })
}

const createExchangeCounts = () => {
  const distinct = new Set<string>()
  const failed = new Set<number>()
  const counts = { exchanged: 0, passing: 0, cut: 0, shortened: 0 }
  return {
    add: (event: ExchangeEvent): void => {
      counts.exchanged++
      if (isServerFailure(event)) {
        if (event.failure?.code !== 'closed') failed.add(event.number)
      } else if (event.repeats !== undefined && failed.has(event.repeats)) counts.passing++
      if (event.response?.cut !== undefined) counts.cut++
      if ((event.response?.cut ?? event.response?.body.length ?? 0) > longestText) counts.shortened++
      distinct.add(hashOf(event.request))
    },
    counts: (): ExchangeCounts => ({ ...counts, distinct: distinct.size }),
  }
}

/**
 * Hashes a request without the signature and its parameters, which are new each time. A body may be a megabyte, so it is
 * not escaped.
 */
const hashOf = ({ method, url, headers, body }: RecordedRequest): string => {
  const names = Object.keys(headers).filter((name) => name !== 'signature' && name !== 'signature-input')
  const others = names.sort().map((name) => [name, headers[name]])
  return hash('sha256', JSON.stringify([method, url, others]) + body, 'base64').slice(0, 16)
}

/**
 * Builds the entry of a check that is not in the plan. The start of a run cannot be selected, so a plan need not have
 * it.
 */
const unplanned = (id: string): PlannedCheck => ({
  id,
  title: id,
  topic: id.split('/')[0] ?? id,
  claims: [],
  operations: [],
  missing: [],
  requests: 0,
})
