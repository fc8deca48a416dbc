import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import { evidenceOf, type Verdict } from '../../core/verdict.ts'

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
