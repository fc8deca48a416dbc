import { readFileSync } from 'node:fs'
import type { RunEvent, VerdictEvent } from '../../core/events.ts'

/** Returns the events that a run has recorded. Every line must be complete. */
export function eventsIn(path: string): RunEvent[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): RunEvent => JSON.parse(line))
}

export function verdictsIn(events: readonly RunEvent[]): VerdictEvent[] {
  return events.filter((event) => event.type === 'verdict')
}
