import type { PassiveCheck } from '../check/kinds/passive.ts'
import type {
  CheckEvent,
  EndEvent,
  ExchangeEvent,
  ObservationEvent,
  PlanEvent,
  RunEvent,
  RunStarted,
  VerdictEvent,
} from '../core/events.ts'
import type { OperationId } from '../core/operations.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import { isWrittenDown, observationOf } from './derived-observation.ts'
import { createGivenTokens, type GivenTokens } from './given-tokens.ts'
import type { Knowledge } from './knowledge.ts'
import { type Listener, listenersOf } from './listeners.ts'
import { createRepeats, type Repeats } from './repeats.ts'
import { seenIn } from './seen.ts'
import { addTo, heldAgain, newTally, type Tally } from './tally.ts'
import { createUnderWay, type UnderWay } from './under-way.ts'
import { type Ending, verdictOf } from './verdict.ts'

/** Takes a run's events one by one and returns those that follow from each: observations and verdicts. */
export interface Judge {
  (event: RunEvent): RunEvent[]
  /**
   * Returns the certain part of the verdict on a check. Observations behind these batches do not count, because some of
   * their controls were not sent yet.
   */
  soFar: (check: string, open: ReadonlySet<number>) => VerdictEvent
}

/** The state of a judge after the events so far. */
interface Kept {
  knowledge: Knowledge
  tallies: Map<string, Tally>
  /** The checks that ended while the server was not there. If they are tried again, they begin anew. */
  unreached: Set<string>
  repeats: Repeats
  underWay: UnderWay
  tokens: GivenTokens
  receiverKinds: Map<string, ReceiverKind>
  listeners: Listener[]
  plan?: PlanEvent
  run?: RunStarted
  shard: number
  /** The number of responses that were not recorded in full. */
  cut: number
  /** The operations of which an accepted response had a Date. */
  dated: Set<OperationId>
}

const notEnded: Ending = { reason: 'the check has not ended' }

export function createJudge(knowledge: Knowledge): Judge {
  const kept: Kept = {
    knowledge,
    tallies: new Map(),
    unreached: new Set(),
    repeats: createRepeats(knowledge.requirements),
    underWay: createUnderWay(),
    tokens: createGivenTokens(),
    receiverKinds: new Map(),
    listeners: [],
    shard: 1,
    cut: 0,
    dated: new Set(),
  }
  return Object.assign((event: RunEvent) => take(kept, event), {
    soFar: (check: string, open: ReadonlySet<number>) =>
      verdictOf(check, tallyOf(kept, check), notEnded, knowledge.requirements, open),
  })
}

const take = (kept: Kept, event: RunEvent): RunEvent[] => {
  switch (event.type) {
    case 'run':
      kept.run = event
      kept.shard = event.shard?.index ?? 1
      return []
    case 'plan':
      kept.plan = event
      kept.listeners = listenersNow(kept)
      return []
    case 'check':
      if (event.state === 'started') forgetUnreached(kept, event.check)
      if (event.state === 'ended') return [checkEnded(kept, event)]
      return event.state === 'skipped' ? leftOut(kept, event) : []
    case 'repeat':
      return kept.repeats.repeat(event)
    case 'exchange':
      return derivedFrom(kept, event)
    case 'observation':
      if (event.repeat) kept.repeats.observation(event)
      else addTo(tallyOf(kept, event.check), event)
      return []
    case 'end':
      return endedListeners(kept, event.outcome)
    case 'resumed':
      kept.underWay.resume()
      return []
    // Parts of a plan observe side by side. Nothing in one of them is earlier or later than anything in another.
    case 'shard':
      kept.shard = event.index
      kept.underWay.resume()
      kept.listeners = listenersNow(kept)
      return []
    case 'receiver':
      kept.receiverKinds.set(event.receiver.url, event.kind)
      return []
    case 'verdict':
    case 'payment':
      return []
  }
}

const listenersNow = (kept: Kept): Listener[] => {
  const { knowledge, run, plan, underWay, receiverKinds } = kept
  if (!run || !plan) return []
  return listenersOf(knowledge, run, plan, {
    ...underWay,
    receiverKind: (url) => receiverKinds.get(url),
    // The first shard pays and creates unseen while others run. In recorded traffic, other clients may do the same.
    missingUpTo: () =>
      kept.shard > 1 || kept.run?.judges === 'traffic' ? Number.POSITIVE_INFINITY : underWay.missingUpTo(),
  })
}

const tallyOf = ({ tallies }: Kept, check: string): Tally => {
  const known = tallies.get(check)
  if (known) return known
  const tally = newTally()
  tallies.set(check, tally)
  return tally
}

const ended = (kept: Kept, check: string, ending: Ending): VerdictEvent =>
  verdictOf(check, tallyOf(kept, check), ending, kept.knowledge.requirements)

const forgetUnreached = ({ tallies, unreached }: Kept, check: string): void => {
  if (unreached.delete(check)) tallies.delete(check)
}

const checkEnded = (kept: Kept, event: CheckEvent & { state: 'ended' }): VerdictEvent => {
  if (event.unreached) kept.unreached.add(event.check)
  return ended(kept, event.check, event)
}

const leftOut = (
  kept: Kept,
  { check, subject, missing }: Extract<CheckEvent, { state: 'skipped' }>,
): VerdictEvent[] => {
  const reasons = missing.map(kept.tokens.trueReason)
  if (subject === undefined) {
    kept.listeners = kept.listeners.filter((listener) => listener.check.id !== check)
    return [skipped(check, reasons)]
  }
  const { partly } = tallyOf(kept, check)
  const why = `${subject}: ${reasons.join('; ')}`
  if (!partly.includes(why)) partly.push(why)
  return []
}

const derivedFrom = (kept: Kept, event: ExchangeEvent): ObservationEvent[] => {
  kept.underWay.take(event)
  kept.tokens.take(event, kept.receiverKinds.keys())
  kept.repeats.exchange(event)
  // A request without an operation, such as one for a wallet address document or a new receiver, may have gone to
  // another server.
  if (event.operation === undefined) return []
  // A truncated response is not judged, because judging the record again could not give the same result.
  if (event.response?.cut !== undefined) {
    kept.cut++
    return []
  }
  const seen = seenIn(event)
  if (seen.accepted && event.response?.headers['date'] !== undefined) kept.dated.add(event.operation)
  const derived: ObservationEvent[] = []
  for (const { check, judge } of kept.listeners) {
    const shownNow = judge(seen)
    if (shownNow.length === 0) continue
    const tally = tallyOf(kept, check.id)
    for (const shown of shownNow) {
      if (!kept.knowledge.requirements.has(shown.requirement)) continue
      if (shown.held && !shown.noted && heldAgain(tally, shown.requirement)) continue
      const observation = observationOf(check.id, shown, shown.exchange ?? event.number)
      if (!seen.accepted && !shown.held && shown.exchange === undefined) observation.sentBy = event.check
      addTo(tally, observation, event.operation)
      if (isWrittenDown(shown, tally)) derived.push(observation)
    }
  }
  return derived
}

const endedListeners = (kept: Kept, outcome: EndEvent['outcome']): VerdictEvent[] =>
  kept.listeners
    // What a run that ended early did not observe says nothing about what its target lacks.
    .filter(({ check }) => outcome !== 'interrupted' || hasObserved(kept, check))
    .map(({ check, expected }) => ({
      expected,
      verdict: endedPassive(kept, check, outcome === 'not judged'),
    }))
    .filter(
      ({ expected, verdict }) => expected || !['inconclusive', 'skipped'].includes(verdict.verdict.status),
    )
    .map(({ verdict }) => verdict)

const hasObserved = ({ tallies }: Kept, { id }: PassiveCheck): boolean =>
  (tallies.get(id)?.counts.size ?? 0) > 0

const endedPassive = (kept: Kept, check: PassiveCheck, isNotJudged: boolean): VerdictEvent => {
  const { id, otherwise, byDate, operations } = check
  const { cut, tokens, dated } = kept
  if (hasObserved(kept, check)) return ended(kept, id, {})
  if (isNotJudged) return ended(kept, id, { reason: 'the run could not begin' })
  if (cut > 0)
    return ended(kept, id, {
      reason: `the run observed nothing about its claims; ${cut} long responses were not judged`,
    })
  if (byDate && !operations.some((operation) => dated.has(operation)))
    return skipped(id, ['a Date in the responses, which tells the time of the server'])
  return otherwise === undefined ? ended(kept, id, {}) : skipped(id, [tokens.trueReason(otherwise)])
}

const skipped = (check: string, missing: string[]): VerdictEvent => ({
  type: 'verdict',
  check,
  verdict: { status: 'skipped', missing },
  claims: {},
  notes: [],
  partly: [],
})
