import { readRecord } from '../../app/records/record-file.ts'
import type { RunEvent, VerdictEvent } from '../../core/events.ts'

/** Returns the events that a run has recorded. */
export function eventsIn(path: string): RunEvent[] {
  return [...readRecord(path)]
}

export function verdictsIn(events: readonly RunEvent[]): VerdictEvent[] {
  return events.filter((event) => event.type === 'verdict')
}
