import type { CheckEvent, PlannedCheck, RunEvent } from '../../core/events.ts'
import { plural } from '../counts.ts'
import { lines, ownSequence, type Printable } from './printable.ts'

/** The progress of a run. */
interface Progress {
  /** The most requests that each check sends. */
  planned: ReadonlyMap<string, number>
  /** The checks that have started and not ended, in this order. */
  running: ReadonlySet<string>
  done: ReadonlySet<string>
  failures: number
  /** The times of the first exchange and of the latest one, in milliseconds since 1970. */
  first: number | undefined
  last: number
  line: string
}

const before: Progress = {
  planned: new Map(),
  running: new Set(),
  done: new Set(),
  failures: 0,
  first: undefined,
  last: 0,
  line: '',
}

interface ProgressLine {
  /** Returns the text to write for an event of the run. */
  told: (event: RunEvent) => Printable
  /** Returns the text to write when a wait begins. `left` is the longest remaining wait in milliseconds. */
  waiting: (wait: { what: string; left: number }) => Printable
}

interface ProgressOptions {
  terminal: boolean
  /** The width of the terminal. A longer line could not be erased. */
  width?: number | undefined
  monotonic: () => number
}

/**
 * Creates a progress line that overwrites itself on a terminal. A pipe gets a line each minute, and one for each kind of
 * long wait.
 */
export function createProgress({ terminal, width = 100, monotonic }: ProgressOptions): ProgressLine {
  let progress = before
  let shown = ''
  let next = monotonic() + minute
  const said = new Set<string>()
  const written = (line: string): Printable => {
    const fitting = line.slice(0, width - 1)
    if (fitting === shown) return nothing
    shown = fitting
    return lines(`${erased}${fitting}`)
  }
  const eachMinute = (line: string, isDue = monotonic() >= next): Printable => {
    if (!isDue) return nothing
    next = monotonic() + minute
    return lines(`${line}\n`)
  }
  return {
    told: (event) => {
      progress = after(progress, event)
      const isUnderWay = progress.planned.size > 0 && event.type !== 'end'
      if (!terminal) return isUnderWay ? eachMinute(progress.line + current(progress)) : nothing
      if (event.type === 'end') return lines(erased)
      const isNews = ['verdict', 'plan', 'check'].includes(event.type)
      return isNews && isUnderWay ? written(progress.line + current(progress)) : nothing
    },
    waiting: ({ what, left }) => {
      const { planned, done } = progress
      const seconds = Math.round(left / 1000)
      const line = `waiting ${seconds} s more for ${what}; ${plural(planned.size - done.size, 'check')} left`
      if (terminal) return seconds < worthTelling ? nothing : written(line)
      if (seconds < long || said.has(what)) return eachMinute(line)
      said.add(what)
      return eachMinute(line, true)
    },
  }
}

const minute = 60_000

/** Names the check that has been running for the longest time. It is the one that a reader may wonder about. */
const current = ({ running }: Progress): string => {
  const [first] = running
  if (first === undefined) return ''
  return running.size === 1 ? `; now ${first}` : `; now ${first} and ${plural(running.size - 1, 'other')}`
}

const nothing = lines('')

/** The shortest wait, in seconds, that a terminal mentions. */
const worthTelling = 5
const long = 30

/** Creates a function that returns the progress of a run, in words, after each of its events. */
export function createProgressLine(): (event: RunEvent) => string {
  let progress = before
  return (event) => {
    progress = after(progress, event)
    return progress.line
  }
}

/** Erases a line of a terminal, so that another one can replace it. */
export const erased = ownSequence('\r\u001b[2K')

const after = (progress: Progress, event: RunEvent): Progress => {
  if (event.type === 'plan') {
    const planned = new Map(event.checks.filter(isCounted).map(({ id, requests }) => [id, requests]))
    return worded({ ...progress, planned })
  }
  if (event.type === 'exchange') {
    const at = Date.parse(event.at)
    return { ...progress, first: progress.first ?? at, last: at + event.milliseconds }
  }
  if (event.type === 'check') return { ...progress, running: runningAfter(progress.running, event) }
  if (event.type !== 'verdict') return progress
  const { status } = event.verdict
  const failed = status === 'failed' && event.verdict.evidence.some(({ grade }) => grade === 'failure')
  const { planned, done } = progress
  return worded({
    ...progress,
    done: planned.has(event.check) ? new Set([...done, event.check]) : done,
    failures: progress.failures + (failed ? 1 : 0),
  })
}

const runningAfter = (running: ReadonlySet<string>, { check, state }: CheckEvent): ReadonlySet<string> =>
  new Set([...running].filter((id) => id !== check).concat(state === 'started' ? [check] : []))

/** Returns true for a check that `plan` counts among those that send requests. The start comes before them. */
const isCounted = ({ passive, missing, topic }: PlannedCheck): boolean =>
  passive === undefined && missing.length === 0 && topic !== 'start'

const worded = (progress: Progress): Progress => {
  const { planned, done, failures } = progress
  const failing = failures === 0 ? '' : `, ${failures} failed`
  return { ...progress, line: `${done.size} of ${planned.size} checks${failing}${timeLeft(progress)}` }
}

/** The fraction of all requests after which the speed of the server can be estimated. */
const enough = 0.1

const timeLeft = ({ planned, done, first, last }: Progress): string => {
  const requests = sum(planned.values())
  const sent = sum([...done].map((id) => planned.get(id) ?? 0))
  if (first === undefined || sent < enough * requests || sent === requests) return ''
  const seconds = Math.ceil(((last - first) / 1000) * (requests / sent - 1))
  return `, about ${seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
