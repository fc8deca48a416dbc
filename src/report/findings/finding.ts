import type { ExchangeEvent, ObservationEvent, PlannedCheck, RunEvent } from '../../core/events.ts'
import type { ClaimCount, Evidence, Grade, Level, Note, Repetition } from '../../core/verdict.ts'
import { evidenceOf, type Verdict } from '../../core/verdict.ts'
import type { Trail } from './trails.ts'

/** A broken requirement, with the places where that shows. */
export interface BrokenClaim {
  requirement: string
  level: Level
  grade: Grade
  says: string
  /** What happened, in a sentence, if it does not follow from `says`. */
  happened?: string | undefined
  want: string
  got: string
  /**
   * Set if the requirement is inferred from the interface rather than stated, or was tested under names that a profile
   * fills in.
   */
  inferred: boolean
  /** The reason for this reading of the requirement. */
  reading?: string | undefined
  /** The two readings of a disputed requirement, which cannot fail a run. */
  disputed?: string[] | undefined
  /** The query parameters under which every occurrence was tested, as the profile names them. */
  profileNames: string[]
  /** The fewest circumstances in which the claim breaks, or undefined if it breaks in the plainest ones. */
  circumstances?: readonly string[]
  /** Descriptions of the requests, such as `amount from 2^63; amount of 0`, if the server itself failed. */
  shape?: string | undefined
  /** The places where it shows, by check and subject. The first one represents all of them. */
  occurrences: [Occurrence, ...Occurrence[]]
}

/** Failed checks with one cause. */
export interface Finding extends BrokenClaim {
  /** Other claims that the same cause breaks: claims about the same field, or claims that follow from it. */
  symptoms: BrokenClaim[]
  /** The checks that could not pass because of the finding. */
  dependants: Dependant[]
}

/** A piece of evidence, with the check that it failed. */
export interface Occurrence extends Evidence {
  check: string
  title: string
  /** The result of repeating the check. */
  repetition?: Repetition
  /**
   * The requests that came before the failure, and not before the repetition that passed or the same request that was
   * answered otherwise.
   */
  trail?: Trail[]
}

/** Returns every claim that the cause of a finding breaks, the finding itself first. */
export function claimsIn(finding: Finding): BrokenClaim[] {
  return [finding, ...finding.symptoms]
}

/** A check that could not pass because of a finding: the server refused its own valid request in the same way. */
export interface Dependant {
  check: string
  status: 'inconclusive' | 'failed'
}

export interface CheckView extends PlannedCheck {
  /** Set if one of its claims is a MUST that is not disputed. An inconclusive result then leaves the run not judged. */
  binding: boolean
  seed?: number | undefined
  /** The verdict, or undefined if the check was not run. */
  verdict?: Verdict | undefined
  /** The result of repeating the check, if it failed. */
  repetition?: Repetition
  /** The time that the server took to respond to its requests. */
  milliseconds: number
  counts: Record<string, ClaimCount>
  notes: Note[]
  partly: string[]
}

/** Returns true if a check was judged. Only then has it shown anything about its requirements. */
export function isJudged({ verdict }: Pick<CheckView, 'verdict'>): boolean {
  return verdict?.status === 'passed' || verdict?.status === 'failed'
}

export function isUnstable(repetition: Repetition | undefined): boolean {
  return repetition?.outcome === 'passed'
}

/** Ranks of grades. Sorting by them puts the gravest first. */
export const weight: Record<Grade, number> = { failure: 0, warning: 1, note: 2 }

/** Exchanges by their numbers. A place without a number has none. */
export type ExchangesByNumber = ReadonlyMap<number | undefined, ExchangeEvent>

/**
 * Collects the exchanges that verdicts point to, by number, in a second pass over the record. The exchange that set a
 * rule's expectation may be far before the one that broke it, so a single pass would have to keep every exchange in
 * memory.
 */
export function evidenceExchanges(
  events: Iterable<RunEvent>,
  verdicts: Iterable<Verdict>,
): ReadonlyMap<number, ExchangeEvent> {
  const wanted = new Set([...verdicts].flatMap(pointedToBy))
  const kept = new Map<number, ExchangeEvent>()
  if (wanted.size === 0) return kept
  for (const event of events) {
    if (event.type === 'exchange' && wanted.has(event.number)) kept.set(event.number, event)
  }
  return kept
}

/**
 * Lists the exchanges that show broken claims or set their expectations, and their control requests. For an
 * inconclusive check, lists the control request that was refused.
 */
const pointedToBy = (verdict: Verdict): Array<number | undefined> => {
  if (verdict.status === 'inconclusive') return [verdict.exchange]
  return evidenceOf(verdict).flatMap(({ exchange, earlier, controlledBy }) => [
    exchange,
    earlier,
    controlledBy,
  ])
}

/** An observation of a check and its count. Observations that passed are included. */
export interface ReportStep {
  outcome: ObservationEvent['outcome']
  /** The requirement, or undefined for a control request. */
  requirement?: string
  subject?: string
  want: string
  got: string
  count: number
}

/** The steps of each check. The number kept is limited, however long the run is. */
export interface Steps {
  add: (event: ObservationEvent) => void
  /** Returns the steps of a check, in the order in which they were first seen. */
  of: (check: string) => ReportStep[]
  /** Returns the number of steps that were seen but not kept. */
  furtherOf: (check: string) => number
}

/** The largest number of different steps kept for a check. */
const most = 12

export function createSteps(): Steps {
  const checks = new Map<string, { steps: Map<string, ReportStep>; further: number }>()
  return {
    add: (event) => {
      // Observations from a repetition had no part in the verdict.
      if (event.repeat) return
      const own = checks.get(event.check) ?? { steps: new Map<string, ReportStep>(), further: 0 }
      checks.set(event.check, own)
      const step = stepOf(event)
      const key = JSON.stringify(step)
      const known = own.steps.get(key)
      if (known) known.count++
      else if (own.steps.size < most) own.steps.set(key, step)
      else own.further++
    },
    of: (check) => [...(checks.get(check)?.steps.values() ?? [])],
    furtherOf: (check) => checks.get(check)?.further ?? 0,
  }
}

const stepOf = ({ outcome, control, requirement, subject, want, got }: ObservationEvent): ReportStep => ({
  outcome,
  ...(control !== undefined || requirement === undefined ? {} : { requirement }),
  ...(subject === undefined ? {} : { subject }),
  want: alike(want),
  got: alike(control === undefined ? got : got.replace(/^[A-Z]+ \S+: /, '')),
  count: 1,
})

/** Replaces the parts that differ between requests. */
const alike = (text: string): string =>
  text.slice(0, 300).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…')
