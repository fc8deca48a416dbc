import type { PlannedCheck, RunEvent } from '../../core/events.ts'
import { plural } from './plural.ts'
import { lines, ownSequence, type Printable } from './printable.ts'

/** How far a run is. */
interface Progress {
  /** The requests that each check sends at most. */
  planned: ReadonlyMap<string, number>
  done: ReadonlySet<string>
  failures: number
  /** Of the first exchange and of the last one so far, in milliseconds since 1970. */
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

/** What a run says of how far it is. */
interface ProgressLine {
  /** What to write for an event of the run. */
  told: (event: RunEvent) => Printable
  /** What to write when a wait begins. `left`: milliseconds at most. */
  waiting: (wait: { what: string; left: number }) => Printable
}

/** One line that is written over on a terminal; a pipe gets a line for each kind of long wait, and no more. */
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

/** Seconds: of shorter waits nobody has to know. */
const worthTelling = 5
const long = 30

/** How far a run is after each of its events, in words. */
export function createProgressLine(): (event: RunEvent) => string {
  let progress = before
  return (event) => {
    progress = after(progress, event)
    return progress.line
  }
}

/** Takes a line of a terminal away, so that another is written in its place. */
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

/** Those that `plan` says send requests; a run begins before them. */
const isCounted = ({ passive, missing, topic }: PlannedCheck): boolean =>
  passive === undefined && missing.length === 0 && topic !== 'start'

const worded = (progress: Progress): Progress => {
  const { planned, done, failures } = progress
  const failing = failures === 0 ? '' : `, ${failures} failed`
  return { ...progress, line: `${done.size} of ${planned.size} checks${failing}${timeLeft(progress)}` }
}

/** The part of all requests after which it shows how fast the server is. */
const enough = 0.1

const timeLeft = ({ planned, done, first, last }: Progress): string => {
  const requests = sum(planned.values())
  const sent = sum([...done].map((id) => planned.get(id) ?? 0))
  if (first === undefined || sent < enough * requests || sent === requests) return ''
  const seconds = Math.ceil(((last - first) / 1000) * (requests / sent - 1))
  return `, about ${seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
