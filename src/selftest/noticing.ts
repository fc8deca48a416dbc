import type { Place } from '../check/place.ts'
import type { ObservationEvent, RunEvent } from '../core/events.ts'

/** A part of a check whose requests showed something. */
export interface PartShown extends Place {
  check: string
}

/** Watches a run for the parts of checks whose requests show something. */
export interface PartsWatch {
  see: (event: RunEvent) => void
  /** Returns the parts whose requests led to observations of this outcome, also those of checks that send nothing. */
  parts: (outcome: ObservationEvent['outcome'], requirements?: ReadonlySet<string>) => PartShown[]
}

/** The longest value, as JSON, that names a part. A longer one stands for all values of its subject. */
const longestValue = 300

export function watchParts(): PartsWatch {
  const exchanges = new Map<number, PartShown>()
  const observations: ObservationEvent[] = []
  return {
    see: (event) => {
      if (event.type === 'exchange')
        exchanges.set(event.number, { check: event.check, subject: event.operation })
      if (event.type !== 'observation' || event.repeat || event.circumstances) return
      observations.push(event)
      const { check, exchange, derived, subject, given } = event
      // An observation about a check's own request names the part of the check that sent it.
      if (exchange !== undefined && !derived) exchanges.set(exchange, partOf(check, subject, given))
    },
    parts: (outcome, requirements) => {
      const shown = observations
        .filter((one) => one.outcome === outcome && isAmong(requirements, one.requirement))
        .map(({ check, subject, given, derived, exchange = 0 }) =>
          derived ? exchanges.get(exchange) : partOf(check, subject, given),
        )
      return [...new Map(shown.flatMap((part) => (part ? [[JSON.stringify(part), part]] : []))).values()]
    },
  }
}

const isAmong = (requirements: ReadonlySet<string> | undefined, requirement: string | undefined): boolean =>
  !requirements || (requirement !== undefined && requirements.has(requirement))

const partOf = (check: string, subject: string | undefined, given: unknown): PartShown => ({
  check,
  ...(subject === undefined ? {} : { subject }),
  ...(given === undefined || JSON.stringify(given).length > longestValue ? {} : { given }),
})
