import { readFileSync } from 'node:fs'
import type { RunEvent, VerdictEvent } from '../../events.ts'

/** The events that a run has left behind, whole lines all. */
export const eventsIn = (path: string): RunEvent[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): RunEvent => JSON.parse(line))

export const verdictsIn = (events: readonly RunEvent[]): VerdictEvent[] =>
  events.filter((event) => event.type === 'verdict')
