import type { Requirement } from '../catalogue/requirement.ts'
import type { ExchangeEvent, ObservationEvent, RepeatEvent, RepetitionEvent } from '../core/events.ts'
import type { Repetition, Verdict } from '../core/verdict.ts'
import { addTo, newTally, type Tally } from './tally.ts'
import { verdictOf } from './verdict.ts'

/** Collects the events of repeated checks, apart from those that their verdicts rest on. */
export interface Repeats {
  exchange: (event: ExchangeEvent) => void
  observation: (event: ObservationEvent) => void
  repeat: (event: RepeatEvent) => RepetitionEvent[]
}

export function createRepeats(requirements: ReadonlyMap<string, Requirement>): Repeats {
  const underway = new Map<string, { tally: Tally; hasSent: boolean }>()
  return {
    exchange: ({ check }) => {
      const repeat = underway.get(check)
      if (repeat) repeat.hasSent = true
    },
    observation: (event) => {
      const repeat = underway.get(event.check)
      if (repeat) addTo(repeat.tally, event)
    },
    repeat: (event) => {
      const { check } = event
      if (event.state === 'started') underway.set(check, { tally: newTally(), hasSent: false })
      const repeat = underway.get(check)
      if (event.state !== 'ended' || !repeat) return []
      underway.delete(check)
      const { verdict } = verdictOf(check, repeat.tally, event, requirements)
      return [
        { type: 'repeat', check, state: 'judged', repetition: repetitionOf(verdict, repeat.hasSent, event) },
      ]
    },
  }
}

const repetitionOf = (verdict: Verdict, hasSent: boolean, { reason }: { reason?: string }): Repetition => {
  switch (verdict.status) {
    case 'passed':
    case 'failed':
      return { outcome: verdict.status }
    case 'error':
      return { outcome: 'error', reason: verdict.message }
    case 'inconclusive':
    case 'skipped': {
      const why = verdict.status === 'skipped' ? verdict.missing.join('; ') : verdict.reason
      return { outcome: hasSent ? 'inconclusive' : 'not made', reason: reason ?? why }
    }
  }
}
