import type { RunEvent } from '../core/events.ts'

/**
 * The duration of a run, and the time that its server took to respond to the requests of each check, in milliseconds.
 */
export interface Durations {
  add: (event: RunEvent) => void
  ofCheck: (id: string) => number
  /**
   * Returns the time span in which a check had requests under way until it first ended, or undefined if it sent none.
   */
  spanOf: (id: string) => Span | undefined
  ofRun: () => number
}

/** A part of a run, in milliseconds after its beginning. */
export interface Span {
  from: number
  to: number
}

/**
 * Measures durations from the events of a run, in their order. The time between an interruption and its resumption does
 * not count. The durations of shards that ran in parallel are added up.
 */
export function createDurations(): Durations {
  const checks = new Map<string, number>()
  const spans = new Map<string, Span>()
  const ended = new Set<string>()
  let before = 0
  let began = 0
  let latest = 0
  const seen = (at: string, after = 0): void => {
    latest = Math.max(latest, Date.parse(at) + after)
  }
  return {
    add: (event) => {
      if (event.type === 'run') {
        began = Date.parse(event.at)
        latest = began
      } else if (event.type === 'resumed' || event.type === 'shard') {
        before += latest - began
        began = Date.parse(event.at)
        latest = began
      } else if (event.type === 'end') seen(event.at)
      else if (event.type === 'check' && event.state === 'ended') ended.add(event.check)
      else if (event.type === 'exchange') {
        seen(event.at, event.milliseconds)
        checks.set(event.check, (checks.get(event.check) ?? 0) + event.milliseconds)
        if (ended.has(event.check)) return
        const from = Math.max(before + Date.parse(event.at) - began, 0)
        const { from: first, to: last } = spans.get(event.check) ?? { from, to: from }
        spans.set(event.check, { from: Math.min(first, from), to: Math.max(last, from + event.milliseconds) })
      }
    },
    ofCheck: (id) => rounded(checks.get(id) ?? 0),
    spanOf: (id) => spans.get(id),
    ofRun: () => rounded(before + latest - began),
  }
}

/** Rounds to the microsecond, because sums of fractions have long tails of digits. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

/** Formats a duration as precisely as a person needs it: `1 h 2 min`, `3 min 20 s`, `4.2 s`, `12 ms`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
