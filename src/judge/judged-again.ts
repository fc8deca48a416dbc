import type { RepetitionEvent, RunEvent, VerdictEvent } from '../core/events.ts'
import { createJudge } from './judge.ts'
import type { Knowledge } from './knowledge.ts'

/** Returns a run's verdicts, judged again from its record alone. */
export function judge(events: Iterable<RunEvent>, knowledge: Knowledge): VerdictEvent[] {
  return judgedIn(events, knowledge).filter((event) => event.type === 'verdict')
}

export type Judged = VerdictEvent | RepetitionEvent

/** Returns the verdicts, and the results of repeating failed checks. */
export function judgedIn(events: Iterable<RunEvent>, knowledge: Knowledge): Judged[] {
  return [...derivedIn(events, knowledge)].filter(isJudged)
}

/** Returns everything that a judge derives from the rest of a record. */
export function* derivedIn(events: Iterable<RunEvent>, knowledge: Knowledge): Generator<RunEvent> {
  const take = createJudge(knowledge)
  for (const event of events) if (!isDerived(event)) yield* take(event)
}

/** Replaces the verdicts of a record by those that this knowledge gives. */
export function judgedAgain(events: Iterable<RunEvent>, knowledge: Knowledge): Iterable<RunEvent> {
  return withJudged(events, judgedIn(events, knowledge))
}

/** Replaces the verdicts of a record by these. */
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

/** Returns true for events that a judge makes, and can make again from the others. */
export function isDerived(event: RunEvent): boolean {
  return isJudged(event) || (event.type === 'observation' && event.derived === true)
}
