import type { PlannedCheck, RunEvent } from '../core/events.ts'

/** How far a run is. */
interface Progress {
  planned: ReadonlySet<string>
  done: number
  failures: number
  line: string
}

const before: Progress = { planned: new Set(), done: 0, failures: 0, line: '' }

/** Takes a run's events and gives what to write for each: one line that is written over, or nothing for a pipe. */
export function createProgress({ terminal }: { terminal: boolean }): (event: RunEvent) => string {
  let progress = before
  return (event) => {
    if (!terminal) return ''
    if (event.type === 'end') return erased
    const next = after(progress, event)
    const changed = next.line !== progress.line
    progress = next
    return changed ? `${erased}${next.line}` : ''
  }
}

const erased = '\r\u001b[2K'

const after = (progress: Progress, event: RunEvent): Progress => {
  if (event.type === 'plan') {
    return worded({ ...progress, planned: new Set(event.checks.filter(isCounted).map(({ id }) => id)) })
  }
  if (event.type !== 'verdict') return progress
  const { status } = event.verdict
  const failed = status === 'failed' && event.verdict.evidence.some(({ grade }) => grade === 'failure')
  return worded({
    ...progress,
    done: progress.done + (progress.planned.has(event.check) ? 1 : 0),
    failures: progress.failures + (failed ? 1 : 0),
  })
}

/** Those that `plan` says send requests; a run begins before them. */
const isCounted = ({ passive, missing, topic }: PlannedCheck): boolean =>
  passive === undefined && missing.length === 0 && topic !== 'start'

const worded = (progress: Progress): Progress => {
  const { planned, done, failures } = progress
  const failing = failures === 0 ? '' : `, ${failures} failed`
  return { ...progress, line: `${done} of ${planned.size} checks${failing}` }
}
