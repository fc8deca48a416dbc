import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import { evidenceOf, type Verdict } from '../../core/verdict.ts'

/**
 * The exchanges that verdicts point to, by number. The record is read once more for them: the exchange that set a rule's
 * expectation may lie far behind the one that broke it, so that no run of them has to be kept in memory.
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

/** The exchanges that show broken claims, and their controls; for an inconclusive check, the control that was refused. */
const pointedToBy = (verdict: Verdict): Array<number | undefined> => {
  if (verdict.status === 'inconclusive') return [verdict.exchange]
  return evidenceOf(verdict).flatMap(({ exchange, earlier, controlledBy }) => [
    exchange,
    earlier,
    controlledBy,
  ])
}
