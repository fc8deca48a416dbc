import type { ObservationEvent } from '../../core/events.ts'

/** What a check saw and how often, including steps that passed. */
export interface ReportStep {
  outcome: ObservationEvent['outcome']
  /** Absent: a control. */
  requirement?: string
  subject?: string
  want: string
  got: string
  count: number
}

/** Steps by check: few of each, however long the run is. */
export interface Steps {
  add: (event: ObservationEvent) => void
  /** In the order in which they were first seen. */
  of: (check: string) => ReportStep[]
  /** How many more were seen than are kept. */
  furtherOf: (check: string) => number
}

/** The most different steps that are kept of a check. */
const most = 12

export function createSteps(): Steps {
  const checks = new Map<string, { steps: Map<string, ReportStep>; further: number }>()
  return {
    add: (event) => {
      // What is seen again after a verdict has no part in it.
      if (event.repeat) return
      const own = checks.get(event.check) ?? { steps: new Map<string, ReportStep>(), further: 0 }
      checks.set(event.check, own)
      const step = stepOf(event)
      const key = JSON.stringify(step)
      const known = own.steps.get(key)
      if (known) known.count++
      else if (own.steps.size < most) own.steps.set(key, step)
      else own.further++
    },
    of: (check) => [...(checks.get(check)?.steps.values() ?? [])],
    furtherOf: (check) => checks.get(check)?.further ?? 0,
  }
}

const stepOf = ({ outcome, control, requirement, subject, want, got }: ObservationEvent): ReportStep => ({
  outcome,
  ...(control !== undefined || requirement === undefined ? {} : { requirement }),
  ...(subject === undefined ? {} : { subject }),
  want: alike(want),
  got: alike(control === undefined ? got : got.replace(/^[A-Z]+ \S+: /, '')),
  count: 1,
})

/** What differs from one request to the next. */
const alike = (text: string): string =>
  text.slice(0, 300).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…')
