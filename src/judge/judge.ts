import type { PassiveCheck, Shown } from '../check/kinds/passive.ts'
import { inFewerWords } from '../core/beginning.ts'
import type {
  CheckEvent,
  ObservationEvent,
  PlanEvent,
  RepetitionEvent,
  RunEvent,
  RunStarted,
  VerdictEvent,
} from '../core/events.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import { createGivenTokens } from './given-tokens.ts'
import type { Knowledge } from './knowledge.ts'
import { type Listener, listenersOf } from './listeners.ts'
import { createRepeats } from './repeats.ts'
import { seenIn } from './seen.ts'
import { addTo, type Ending, heldAgain, newTally, type Tally, verdictOf } from './tally.ts'
import { createUnderWay } from './under-way.ts'

/** Takes a run's events one by one and gives those that follow from each: observations and verdicts. */
export type Judge = (event: RunEvent) => RunEvent[]

export function createJudge(knowledge: Knowledge): Judge {
  const tallies = new Map<string, Tally>()
  const repeats = createRepeats(knowledge.requirements)
  let listeners: Listener[] = []
  let plan: PlanEvent | undefined
  let shard = 1
  let run: RunStarted | undefined
  const underWay = createUnderWay()
  let cut = 0
  const receiverKinds = new Map<string, ReceiverKind>()
  const tokens = createGivenTokens()

  const listenersNow = (): Listener[] =>
    run && plan
      ? listenersOf(knowledge, run, plan, {
          ...underWay,
          receiverKind: (url) => receiverKinds.get(url),
          // While other shards run, the first one pays and creates, unseen by them; so may whoever is not in the traffic.
          missingUpTo: () =>
            shard > 1 || run?.judges === 'traffic' ? Number.POSITIVE_INFINITY : underWay.missingUpTo(),
        })
      : []

  const tallyOf = (check: string): Tally => {
    const known = tallies.get(check)
    if (known) return known
    const tally = newTally()
    tallies.set(check, tally)
    return tally
  }
  const ended = (check: string, ending: Ending): VerdictEvent =>
    verdictOf(check, tallyOf(check), ending, knowledge.requirements)

  const endedPassive = ({ id, otherwise }: PassiveCheck): VerdictEvent => {
    if (tallies.get(id)?.counts.size) return ended(id, {})
    if (cut > 0)
      return ended(id, {
        reason: `the run observed nothing about its claims; ${cut} long responses were not judged`,
      })
    return otherwise === undefined ? ended(id, {}) : skipped(id, [tokens.trueReason(otherwise)])
  }

  const leftOut = ({
    check,
    subject,
    missing,
  }: Extract<CheckEvent, { state: 'skipped' }>): VerdictEvent[] => {
    const reasons = missing.map(tokens.trueReason)
    if (subject === undefined) {
      listeners = listeners.filter((listener) => listener.check.id !== check)
      return [skipped(check, reasons)]
    }
    const { partly } = tallyOf(check)
    const why = `${subject}: ${reasons.join('; ')}`
    if (!partly.includes(why)) partly.push(why)
    return []
  }

  return (event) => {
    switch (event.type) {
      case 'run':
        run = event
        shard = event.shard?.index ?? 1
        return []
      case 'plan':
        plan = event
        listeners = listenersNow()
        return []
      case 'check':
        if (event.state === 'ended') return [ended(event.check, event)]
        return event.state === 'skipped' ? leftOut(event) : []
      case 'repeat':
        return repeats.repeat(event)
      case 'exchange': {
        underWay.take(event)
        tokens.take(event)
        repeats.exchange(event)
        // A wallet address document, a receiver that is made: another server may have answered.
        if (event.operation === undefined) return []
        // Of an answer that was not written whole the record could not give again what is judged now.
        if (event.response?.cut !== undefined) {
          cut++
          return []
        }
        const seen = seenIn(event)
        const derived: ObservationEvent[] = []
        for (const { check, judge } of listeners) {
          const tally = tallyOf(check.id)
          for (const shown of judge(seen)) {
            if (!knowledge.requirements.has(shown.requirement)) continue
            if (shown.held && !shown.noted && heldAgain(tally, shown.requirement)) continue
            const observation = observationOf(check.id, shown, shown.exchange ?? event.number)
            if (!seen.accepted && !shown.held && shown.exchange === undefined)
              observation.sentBy = event.check
            addTo(tally, observation, event.operation)
            if (isWrittenDown(shown, tally)) derived.push(observation)
          }
        }
        return derived
      }
      case 'observation':
        if (event.repeat) repeats.observation(event)
        else addTo(tallyOf(event.check), event)
        return []
      case 'end':
        return listeners
          .map(({ check, expected }) => ({ expected, verdict: endedPassive(check) }))
          .filter(
            ({ expected, verdict }) =>
              expected || !['inconclusive', 'skipped'].includes(verdict.verdict.status),
          )
          .map(({ verdict }) => verdict)
      case 'resumed':
        underWay.resume()
        return []
      // What the parts of a plan saw was seen side by side: none of it is earlier or later than what another one saw.
      case 'shard':
        shard = event.index
        underWay.resume()
        listeners = listenersNow()
        return []
      case 'receiver':
        receiverKinds.set(event.receiver.url, event.kind)
        return []
      case 'verdict':
      case 'payment':
        return []
    }
  }
}

/** A run's verdicts again, from its record alone. */
export function judge(events: Iterable<RunEvent>, knowledge: Knowledge): VerdictEvent[] {
  return judgedIn(events, knowledge).filter((event) => event.type === 'verdict')
}

export type Judged = VerdictEvent | RepetitionEvent

/** The verdicts, and what repeating failed checks came to. */
export function judgedIn(events: Iterable<RunEvent>, knowledge: Knowledge): Judged[] {
  return [...derivedIn(events, knowledge)].filter(isJudged)
}

/** All that a judge derives from the rest of a record. */
export function* derivedIn(events: Iterable<RunEvent>, knowledge: Knowledge): Generator<RunEvent> {
  const take = createJudge(knowledge)
  for (const event of events) if (!isDerived(event)) yield* take(event)
}

/** A record with the verdicts that it gives by this knowledge, in the place of those that were written down. */
export function judgedAgain(events: Iterable<RunEvent>, knowledge: Knowledge): Iterable<RunEvent> {
  return withJudged(events, judgedIn(events, knowledge))
}

/** A record with these verdicts in the place of those that were written down. */
export function withJudged(events: Iterable<RunEvent>, judged: readonly Judged[]): Iterable<RunEvent> {
  return {
    *[Symbol.iterator]() {
      for (const event of events) if (!isJudged(event)) yield event
      yield* judged
    },
  }
}

export function isJudged(event: RunEvent): event is Judged {
  return event.type === 'verdict' || (event.type === 'repeat' && event.state === 'judged')
}

/** Made by a judge, who makes it again from the others. */
export function isDerived(event: RunEvent): boolean {
  return isJudged(event) || (event.type === 'observation' && event.derived === true)
}

const observationOf = (
  check: string,
  { requirement, held, noted, want, got, resource, earlier }: Shown,
  exchange: number,
): ObservationEvent => ({
  type: 'observation',
  check,
  requirement,
  outcome: noted ? 'noted' : held ? 'held' : 'broken',
  want: inFewerWords(want),
  got: inFewerWords(got),
  ...(resource === undefined ? {} : { resource }),
  exchange,
  ...(earlier === undefined ? {} : { earlier }),
  derived: true,
})

const mostWrittenDown = 5

/**
 * A claim that held is written down the first time, one that is broken a few times; both are counted always. A note is
 * written down each time: a check gives few.
 */
const isWrittenDown = ({ requirement, held, noted }: Shown, { counts }: Tally): boolean => {
  const seen = counts.get('always')?.get(requirement)
  if (noted) return true
  return held ? seen?.held === 1 : (seen?.broken ?? 0) <= mostWrittenDown
}

const skipped = (check: string, missing: string[]): VerdictEvent => ({
  type: 'verdict',
  check,
  verdict: { status: 'skipped', missing },
  claims: {},
  notes: [],
  partly: [],
})
