import type { ObservationEvent } from '../../core/events.ts'

/** An observation of a check and its count. Observations that passed are included. */
export interface ReportStep {
  outcome: ObservationEvent['outcome']
  /** The requirement, or undefined for a control request. */
  requirement?: string
  subject?: string
  want: string
  got: string
  count: number
}

/** The steps of each check. The number kept is limited, however long the run is. */
export interface Steps {
  add: (event: ObservationEvent) => void
  /** Returns the steps of a check, in the order in which they were first seen. */
  of: (check: string) => ReportStep[]
  /** Returns the number of steps that were seen but not kept. */
  furtherOf: (check: string) => number
}

/** The largest number of different steps kept for a check. */
const most = 12

export function createSteps(): Steps {
  const checks = new Map<string, { steps: Map<string, ReportStep>; further: number }>()
  return {
    add: (event) => {
      // Observations from a repetition had no part in the verdict.
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

/** Replaces the parts that differ between requests. */
const alike = (text: string): string =>
  text.slice(0, 300).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…')
