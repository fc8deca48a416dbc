import { createHash } from 'node:crypto'
import type { Requirement } from '../catalogue/requirement.ts'
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
import { evidenceOf, type Repetition, type Verdict } from '../core/verdict.ts'
import { isServerFailure } from '../http/answers/answer.ts'
import { longestText } from '../http/answers/lightened.ts'
import { contentDigest } from '../http/request/digest.ts'
import { plannedHere } from '../judge/planned-here.ts'
import { nothingSpent, type Spent, withPayment } from '../run/layers/spending.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { createDurations, type Durations } from './durations.ts'
import type { CheckView, Finding } from './findings/finding.ts'
import { createSteps, evidenceExchanges, isUnstable, type Steps } from './findings/finding.ts'
import { findingsOf } from './findings/findings.ts'
import {
  type Because,
  byReason,
  type FoldedNote,
  foldedNotes,
  leftOut,
  missingFor,
  reasonFor,
} from './findings/folds.ts'
import { type FailedExchanges, trailsIn } from './findings/trails.ts'

/** Everything that reports say about a run. Lists are sorted by id, so that they are the same at any concurrency. */
export interface RunView {
  run: RunStarted
  /** The times at which the run resumed after it was killed or interrupted. */
  resumed: string[]
  /** The outcome. A record without an end event is that of an interrupted run. */
  outcome: EndEvent['outcome']
  sentence?: string | undefined
  /** Remarks about the target file and the server, such as a wrong key, in a sentence each. */
  remarks: string[]
  checks: CheckView[]
  findings: Finding[]
  notes: FoldedNote[]
  skipped: Because[]
  partly: Because[]
  inconclusive: Because[]
  coverage: Coverage[]
  /** The number of exchanges in the run. `exchanges` keeps only those that evidence points to. */
  exchanged: number
  /** The number of requests that differ from each other. */
  distinct: number
  /** The number of requests that failed on the server and did not fail when they were sent again. */
  passing: number
  /** The number of responses that were not recorded in full. */
  cut: number
  /** The number of responses over 64 KiB. Checks kept only the beginning of their long texts. */
  shortened: number
  /** The payments that the run has made, or may have made, and the most that they can debit. */
  spent: Spent
  /** The duration of the run. */
  milliseconds: number
  spanOf: Durations['spanOf']
  /** The steps of each check, including those that passed. */
  steps: Omit<Steps, 'add'>
  exchanges: ReadonlyMap<number, ExchangeEvent>
  /** The requirements by their ids. */
  requirements: ReadonlyMap<string, Requirement>
  /** The complete record. It can be read as often as needed. */
  events: Iterable<RunEvent>
}

/**
 * Builds the view of a run from its record. Reads `events` twice, and once more if anything failed. Memory use grows with the
 * number of checks, not of exchanges.
 */
export function viewOf(events: Iterable<RunEvent>, requirements: ReadonlyMap<string, Requirement>): RunView {
  const { run, end, known, accepting, resumed, spent, durations, steps, ...counts } = gathered(events)
  const exchanges = evidenceExchanges(
    events,
    [...known.values()].flatMap(({ judged }) => judged?.verdict ?? []),
  )
  const checks = [...known.values()]
    .map((check) => checkView(check, requirements, end, durations))
    .filter(({ passive, verdict }) => passive !== 'listening' || verdict)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    run,
    resumed,
    outcome: end?.outcome ?? 'interrupted',
    ...saidIn(end),
    checks,
    findings: findingsOf(checks, requirements, exchanges, {
      trails: trailsIn(events, failedIn(checks, exchanges)),
      accepting,
    }),
    notes: foldedNotes(checks),
    skipped: byReason(checks, missingFor),
    partly: leftOut(checks),
    inconclusive: byReason(checks, reasonFor),
    coverage: coverageOf(checks, requirements),
    ...counts,
    spent,
    milliseconds: durations.ofRun(),
    spanOf: durations.spanOf,
    steps,
    exchanges,
    requirements,
    events,
  }
}

/** The exchanges that show failures, by whether the failures passed when they were repeated. */
const failedIn = (
  checks: readonly CheckView[],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): FailedExchanges => {
  const shown = (some: readonly CheckView[]): ExchangeEvent[] =>
    some
      .flatMap(({ verdict }) => evidenceOf(verdict))
      .flatMap(({ exchange = -1 }) => exchanges.get(exchange) ?? [])
  return {
    unstable: shown(checks.filter(({ repetition }) => isUnstable(repetition))),
    stable: shown(checks.filter(({ repetition }) => !isUnstable(repetition))),
  }
}

/** Remarks stand on a line each. Those of an interrupted run come after its cause; a run that was not judged has none. */
const saidIn = (end: EndEvent | undefined): Pick<RunView, 'sentence' | 'remarks'> => {
  const lines = [...new Set(end?.sentence?.split('\n') ?? [])]
  if (end?.outcome === 'complete') return { remarks: lines }
  const [cause, ...remarks] = end?.outcome === 'interrupted' ? lines : [lines.join(' ')]
  return { remarks, ...(cause ? { sentence: cause } : {}) }
}

/** The events of one check in the record. */
interface RecordedCheck {
  planned: PlannedCheck
  seed?: number
  judged?: VerdictEvent
  repetition?: Repetition
}

type ExchangeCounts = Pick<RunView, 'exchanged' | 'distinct' | 'passing' | 'cut' | 'shortened'>

interface Gathered extends ExchangeCounts {
  run: RunStarted
  end: EndEvent | undefined
  known: Map<string, RecordedCheck>
  /** The operations that accepted a request. */
  accepting: Set<OperationId | undefined>
  resumed: string[]
  spent: Spent
  durations: Durations
  steps: Steps
}

const gathered = (events: Iterable<RunEvent>): Gathered => {
  const known = new Map<string, RecordedCheck>()
  const exchanges = createExchangeCounts()
  const durations = createDurations()
  const steps = createSteps()
  const accepting: Gathered['accepting'] = new Set()
  let run: RunStarted | undefined
  let end: EndEvent | undefined
  const resumed: string[] = []
  let spent = nothingSpent
  const add = (id: string, more: Partial<RecordedCheck>): void => {
    known.set(id, { planned: unplanned(id), ...known.get(id), ...more })
  }
  for (const event of events) {
    durations.add(event)
    if (event.type === 'run') run = event
    else if (event.type === 'plan')
      for (const planned of run ? plannedHere(run, event.checks) : event.checks) add(planned.id, { planned })
    else if (event.type === 'check') add(event.check, event.state === 'started' ? { seed: event.seed } : {})
    else if (event.type === 'end') end = event
    else if (event.type === 'resumed') resumed.push(event.at)
    else if (event.type === 'payment') spent = withPayment(spent, event)
    else if (event.type === 'observation') steps.add(event)
    else if (event.type === 'exchange') {
      exchanges.add(event)
      if (hasAccepted(event)) accepting.add(event.operation)
    } else if (event.type === 'repeat') {
      if (event.state === 'judged') add(event.check, { repetition: event.repetition })
    } else if (event.type === 'verdict') add(event.check, { judged: event })
  }
  if (!run) {
    const next = 'give the complete events.ndjson of a run, including its first line'
    throw new ConfigurationError(
      'ERR_EVENTS_WITHOUT_RUN',
      `the record does not say which run it belongs to; ${next}`,
    )
  }
  return { run, end, known, accepting, ...exchanges.counts(), resumed, spent, durations, steps }
}

const hasAccepted = ({ response }: ExchangeEvent): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

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
 * Hashes the method, target, headers and body of a request. Ignores the signature and its parameters, which are new
 * each time, and a digest that follows from the body.
 */
const hashOf = ({ method, url, headers, body }: RecordedRequest): string => {
  const { signature: _, 'signature-input': __, 'content-digest': digest, ...others } = headers
  const own = digest !== undefined && !followsFrom(body ?? '', digest) ? [digest] : []
  const told = JSON.stringify([method, url, Object.entries(others).sort(), body, own])
  return createHash('sha256').update(told).digest('base64').slice(0, 16)
}

const followsFrom = (body: string, digest: string): boolean => {
  const bytes = Buffer.from(body)
  return digest
    .split(',')
    .map((member) => member.trim())
    .every((member) => [contentDigest(bytes, 'sha-512'), contentDigest(bytes, 'sha-256')].includes(member))
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

const checkView = (
  { planned, seed, judged, repetition }: RecordedCheck,
  requirements: ReadonlyMap<string, Requirement>,
  end: EndEvent | undefined,
  durations: Durations,
): CheckView => {
  const verdict = judged?.verdict ?? (planned.missing.length > 0 ? skippedFor(planned.missing) : undefined)
  const counts = judged?.claims ?? {}
  return {
    ...planned,
    binding: [...planned.claims, ...Object.keys(counts)].some((claim) => binds(requirements.get(claim))),
    seed,
    verdict,
    ...(verdict?.status === 'failed' ? (repetition ? { repetition } : notRepeated(planned, end)) : {}),
    milliseconds: durations.ofCheck(planned.id),
    counts,
    notes: judged?.notes ?? [],
    partly: judged?.partly ?? [],
  }
}

const notRepeated = (
  { passive, topic }: PlannedCheck,
  end: EndEvent | undefined,
): Pick<CheckView, 'repetition'> => {
  const because = (reason: string) => ({ repetition: { outcome: 'not made', reason } }) as const
  if (passive) return because('it judges requests of other checks')
  if (topic === 'start') return because('a run starts only once')
  return end?.outcome === 'complete' ? {} : because('the run ended before')
}

const skippedFor = (missing: string[]): Verdict => ({ status: 'skipped', missing })

const binds = (requirement: Requirement | undefined): boolean =>
  requirement?.level === 'MUST' && requirement.disputed === undefined
