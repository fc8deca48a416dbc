import type { Requirement } from '../catalogue/requirement.ts'
import type { EndEvent, ExchangeEvent, PlannedCheck, RunEvent } from '../core/events.ts'
import { evidenceOf, type Verdict } from '../core/verdict.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import type { Durations } from './durations.ts'
import type { CheckView, ExchangesByNumber, Finding } from './findings/finding.ts'
import { evidenceExchanges, isUnstable, type Steps } from './findings/finding.ts'
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
import { type ExchangeCounts, type Gathered, gathered, type RecordedCheck } from './gathered.ts'

/** Everything that reports say about a run. Lists are sorted by id, so that they are the same at any concurrency. */
export interface RunView extends ExchangeCounts, Pick<Gathered, 'run' | 'resumed' | 'spent' | 'moved'> {
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
  /** The duration of the run. */
  milliseconds: number
  spanOf: Durations['spanOf']
  /** The steps of each check, including those that passed. */
  steps: Omit<Steps, 'add'>
  /** The exchanges that evidence points to. */
  exchanges: ExchangesByNumber
  /** The requirements by their ids. */
  requirements: ReadonlyMap<string, Requirement>
  /** The complete record. It can be read as often as needed. */
  events: Iterable<RunEvent>
}

/**
 * Builds the view of a run from its record. Reads `events` once unless its facts were gathered while it was written, and
 * twice more if anything failed. Memory use grows with the number of checks, not of exchanges.
 */
export function viewOf(
  events: Iterable<RunEvent>,
  requirements: ReadonlyMap<string, Requirement>,
  facts: Gathered = gathered(events),
): RunView {
  const { end, known, accepting, durations, ...shown } = facts
  const exchanges = evidenceExchanges(
    events,
    [...known.values()].flatMap(({ judged }) => judged?.verdict ?? []),
  )
  const checks = [...known.values()]
    .map((check) => checkView(check, requirements, end, durations))
    .filter(({ passive, verdict }) => passive !== 'listening' || verdict)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    ...shown,
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
    milliseconds: durations.ofRun(),
    spanOf: durations.spanOf,
    exchanges,
    requirements,
    events,
  }
}

/** The exchanges that show failures, by whether the failures passed when they were repeated. */
const failedIn = (checks: readonly CheckView[], exchanges: ExchangesByNumber): FailedExchanges => {
  const shown = (some: readonly CheckView[]): ExchangeEvent[] =>
    some
      .flatMap(({ verdict }) => evidenceOf(verdict))
      .flatMap(({ exchange }) => exchanges.get(exchange) ?? [])
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
