import type { Requirement } from '../catalogue/requirement.ts'
import { topicOf } from '../check/kinds/head.ts'
import type { Ended, ObservationEvent, VerdictEvent } from '../core/events.ts'
import { type ClaimCount, type Evidence, gradeOf, type Verdict } from '../core/verdict.ts'
import { notesOf } from './notes.ts'
import { isShown, keyOf, type Tally } from './tally.ts'

/**
 * The end of a check as the runner reports it: `reason` says why it could learn nothing, `error` is one of the harness.
 */
export type Ending = Pick<Ended, 'reason' | 'error'>

/**
 * Derives the verdict from what was seen. Observations behind a control that did not hold do not count, and neither do
 * those behind batches that are still open.
 */
export function verdictOf(
  check: string,
  tally: Tally,
  ending: Ending,
  requirements: ReadonlyMap<string, Requirement>,
  open: ReadonlySet<number> = new Set(),
): VerdictEvent {
  const isCounted = (batch: number): boolean => !tally.unheld.has(batch) && !open.has(batch)
  const counts = ({ behind }: ObservationEvent): boolean => behind === undefined || isCounted(behind)
  const isNote = ({ requirement = '' }: ObservationEvent): boolean =>
    requirements.get(requirement)?.level === 'note'
  const broken = lastOfEach([...tally.broken.values()].filter(counts))
  const evidence = examplesAmong(broken.filter((event) => !isNote(event))).map((event) =>
    evidenceFrom(event, tally, requirements),
  )
  const claims = claimCounts(tally, isCounted)
  const noted = [...tally.noted.values()].filter(({ last }) => counts(last))
  return {
    type: 'verdict',
    check,
    verdict: decide(tally, ending, evidence, claims),
    claims: Object.fromEntries([...claims].sort(([a], [b]) => (a < b ? -1 : 1))),
    notes: notesOf({ noted, broken: broken.filter(isNote), claims, requirements, keyOf }),
    partly: tally.partly,
  }
}

const decide = (
  tally: Tally,
  { error, reason }: Ending,
  evidence: Evidence[],
  claims: ReadonlyMap<string, ClaimCount>,
): Verdict => {
  if (error) return { status: 'error', ...error }
  if (evidence.some(({ grade }) => grade !== 'note')) return { status: 'failed', evidence }
  const [unheld] = tally.unheld.values()
  if (reason !== undefined || unheld !== undefined) return inconclusive(reason, unheld)
  if (claims.size === 0 && tally.partly.length > 0) return { status: 'skipped', missing: tally.partly }
  if (claims.size === 0)
    return { status: 'inconclusive', reason: 'the run observed nothing about its claims' }
  return { status: 'passed', ...(evidence.length > 0 ? { evidence } : {}) }
}

const inconclusive = (reason: string | undefined, unheld: ObservationEvent | undefined): Verdict => ({
  status: 'inconclusive',
  reason: reason ?? whyUnheld(unheld),
  ...(unheld?.exchange === undefined ? {} : { exchange: unheld.exchange }),
})

/**
 * Explains why the control does not hold. If it has no exchange, an input of the request is unknown, and `got` is
 * already a sentence.
 */
const whyUnheld = (unheld: ObservationEvent | undefined): string =>
  unheld && unheld.exchange === undefined ? unheld.got : `a control did not hold: ${unheld?.got}`

const claimCounts = ({ counts }: Tally, isCounted: (batch: number) => boolean): Map<string, ClaimCount> => {
  const sums = new Map<string, ClaimCount>()
  for (const [batch, ofBatch] of counts) {
    if (batch !== 'always' && !isCounted(batch)) continue
    for (const [requirement, { held, broken, noted }] of ofBatch) {
      const sum = sums.get(requirement) ?? { held: 0, broken: 0, noted: 0 }
      sums.set(requirement, { held: sum.held + held, broken: sum.broken + broken, noted: sum.noted + noted })
    }
  }
  return sums
}

/** Keeps one observation of each claim on a subject, normally that of the last batch. */
const lastOfEach = (events: ObservationEvent[]): ObservationEvent[] => {
  const last = new Map<string, ObservationEvent>()
  for (const event of events) if (isShown(event, last.get(keyOf(event)))) last.set(keyOf(event), event)
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}

const mostExamples = 10

/** Limits what a rule says of refusals to one example for each topic of the refused checks, and to a few in all. */
const examplesAmong = (events: ObservationEvent[]): ObservationEvent[] => {
  const topics = new Map<string | undefined, Set<string>>()
  return events.filter(({ requirement, sentBy }) => {
    if (sentBy === undefined) return true
    const known = topics.get(requirement) ?? new Set()
    topics.set(requirement, known)
    const topic = topicOf({ id: sentBy })
    return known.size < mostExamples && !known.has(topic) && known.add(topic)
  })
}

const evidenceFrom = (
  event: ObservationEvent,
  { controls }: Tally,
  requirements: ReadonlyMap<string, Requirement>,
): Evidence => {
  const requirement = event.requirement ?? ''
  const entry = requirements.get(requirement)
  const controlledBy = controlOf(event, controls)
  return {
    requirement,
    grade: entry && !entry.disputed ? gradeOf(entry.level) : 'note',
    want: event.want,
    got: event.got,
    ...placeOf(event),
    ...(event.resource === undefined ? {} : { resource: event.resource }),
    ...(event.earlier === undefined ? {} : { earlier: event.earlier }),
    ...(controlledBy === undefined ? {} : { controlledBy }),
  }
}

/**
 * Finds the control's exchange. An observation outside a batch counts without a control, so it gets the one of its
 * subject.
 */
const controlOf = (
  { behind, subject = '', exchange = 0 }: ObservationEvent,
  controls: Tally['controls'],
): number | undefined => {
  const found =
    behind === undefined
      ? controls.get(`of ${subject}`)
      : (controls.get(`${behind} ${subject}`) ?? controls.get(`${behind}`))
  return found === exchange ? undefined : found
}

const placeOf = ({
  given,
  subject,
  circumstances,
  exchange,
}: ObservationEvent): Pick<Evidence, 'given' | 'subject' | 'circumstances' | 'exchange'> => ({
  ...(given === undefined ? {} : { given }),
  ...(subject === undefined ? {} : { subject }),
  ...(circumstances === undefined ? {} : { circumstances }),
  ...(exchange === undefined ? {} : { exchange }),
})
