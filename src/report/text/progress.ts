import type { PlannedCheck, RunEvent } from '../../core/events.ts'
import { plural } from './plural.ts'
import { lines, ownSequence, type Printable } from './printable.ts'

/** The progress of a run. */
interface Progress {
  /** The most requests that each check sends. */
  planned: ReadonlyMap<string, number>
  done: ReadonlySet<string>
  failures: number
  /** The times of the first exchange and of the latest one, in milliseconds since 1970. */
  first: number | undefined
  last: number
  line: string
}

const before: Progress = {
  planned: new Map(),
  done: new Set(),
  failures: 0,
  first: undefined,
  last: 0,
  line: '',
}

/** The text that shows the progress of a run. */
interface ProgressLine {
  /** Returns the text to write for an event of the run. */
  told: (event: RunEvent) => Printable
  /** Returns the text to write when a wait begins. `left` is the longest remaining wait in milliseconds. */
  waiting: (wait: { what: string; left: number }) => Printable
}

/**
 * Creates a progress line that overwrites itself on a terminal. A pipe gets only one line for each kind of long wait.
 */
export function createProgress({ terminal }: { terminal: boolean }): ProgressLine {
  let progress = before
  let shown = ''
  const said = new Set<string>()
  const written = (line: string): Printable => {
    if (line === shown) return nothing
    shown = line
    return lines(`${erased}${line}`)
  }
  return {
    told: (event) => {
      progress = after(progress, event)
      if (!terminal) return nothing
      if (event.type === 'end') return lines(erased)
      return event.type === 'verdict' || event.type === 'plan' ? written(progress.line) : nothing
    },
    waiting: ({ what, left }) => {
      const { planned, done } = progress
      const seconds = Math.round(left / 1000)
      const line = `waiting ${seconds} s more for ${what}; ${plural(planned.size - done.size, 'check')} left`
      if (terminal) return seconds < worthTelling ? nothing : written(line)
      if (seconds < long || said.has(what)) return nothing
      said.add(what)
      return lines(`${line}\n`)
    },
  }
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
