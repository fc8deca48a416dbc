import type { ExchangeEvent, ObservationEvent, VerdictEvent } from '../events.ts'

/**
 * Keeps of all exchanges those that evidence points to. A verdict comes long after its exchanges; which of them count
 * shows in the broken observations in between, each of which comes soon after the exchange that it points to.
 */
export interface EvidenceExchanges {
  exchange: (event: ExchangeEvent) => void
  observation: (event: ObservationEvent) => void
  verdict: (event: VerdictEvent) => void
  kept: ReadonlyMap<number, ExchangeEvent>
}

/** So many exchanges of a check under way are remembered; an observation points to none older. */
const remembered = 64

export const createEvidenceExchanges = (): EvidenceExchanges => {
  const kept = new Map<number, ExchangeEvent>()
  const recent = new Map<string, ExchangeEvent[]>()
  const pending = new Map<string, Map<string, ExchangeEvent>>()
  let latest: ExchangeEvent | undefined

  return {
    kept,
    exchange: (event) => {
      latest = event
      const own = recent.get(event.check) ?? []
      own.push(event)
      if (own.length > remembered) own.shift()
      recent.set(event.check, own)
    },
    observation: (event) => {
      if (event.outcome !== 'broken' || event.repeat) return
      const found = [...(recent.get(event.check) ?? []), latest].find((one) => one?.number === event.exchange)
      if (!found) return
      const own = pending.get(event.check) ?? new Map<string, ExchangeEvent>()
      own.set(placeOf(event), found)
      pending.set(event.check, own)
    },
    verdict: ({ check, verdict }) => {
      const numbers = pointedToBy(verdict)
      for (const exchange of pending.get(check)?.values() ?? []) {
        if (numbers.has(exchange.number)) kept.set(exchange.number, exchange)
      }
      recent.delete(check)
      pending.delete(check)
    },
  }
}

/** Of what a check observes itself, the last of each place becomes evidence; of what is derived, the first. */
const placeOf = ({ derived, exchange, requirement, subject, behind, control }: ObservationEvent): string => {
  if (derived) return `derived ${exchange}`
  return control === undefined ? [requirement, subject ?? '', behind ?? ''].join(' ') : `control ${control}`
}

/** By the evidence of a failed check; by one that was hindered, the control that was refused. */
const pointedToBy = (verdict: VerdictEvent['verdict']): Set<number | undefined> => {
  if (verdict.status === 'inconclusive') return new Set([verdict.exchange])
  return new Set(verdict.status === 'failed' ? verdict.evidence.map(({ exchange }) => exchange) : [])
}
