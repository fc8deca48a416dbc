import { createHash } from 'node:crypto'
import type { Dispatcher } from 'undici'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadWorth, type Worth } from '../catalogue/worth.ts'
import type { Place } from '../check/place.ts'
import type { Suite } from '../check/suite.ts'
import type { RunEvent, VerdictEvent } from '../core/events.ts'
import { createRedactor } from '../http/records/redact.ts'
import { judgeTarget } from '../run/judging/judge-target.ts'
import { fewestRuns, inSimplestCircumstances, withinBudget } from '../run/plan/budget.ts'
import { type Plan, planOf } from '../run/plan/plan.ts'
import { selectionOf } from '../run/plan/select.ts'
import type { Target } from '../target-file/target.ts'

/** A running reference server, and the clock that it lives by. */
export interface Served {
  target: Target
  dispatcher: Dispatcher
  /** Returns the time in milliseconds since 1970. */
  now: () => number
  /** Returns milliseconds that never go back. */
  monotonic: () => number
  wait: (milliseconds: number) => Promise<void>
  /** The number of checks that run at the same time. */
  concurrency: number
}

export interface RunChecksOptions {
  /** Checks, or requirements whose checks are meant. All checks if empty. */
  only: readonly string[]
  seed: number
  /** The number of generated cases per property. */
  runs: number
  /** The most requests to a conforming server. All selected checks run by default. */
  maxRequests?: number | undefined
  /** The worth of the checks that `maxRequests` chooses by. That of spec/worth.json by default. */
  worth?: Worth | undefined
  /** Tries every check with few values and in the simplest circumstances. */
  plainly?: boolean | undefined
  /** The only part of the checks to try. */
  place?: Place | undefined
  /** Receives every event. */
  watch?: (event: RunEvent) => void
  /** Ends the run early. */
  signal?: AbortSignal
  /** Returns true if the run can stop. It sends nothing more after such an event. */
  isEnough?: (event: RunEvent) => boolean
  /**
   * Returns true if the run can stop because of the certain part of a verdict, whether or not the check has ended.
   */
  isShown?: (verdict: VerdictEvent) => boolean
}

/** The results of a run. */
export interface Came {
  verdicts: VerdictEvent[]
  /** A digest of all responses in order. Two runs with the same digest got the same responses. */
  answers: string
  exchanges: number
  /** The places of the parts that were chosen from spec/worth.json. */
  parts: readonly number[]
}

/** Runs checks against a served mock. */
export async function runChecks(
  { suite, catalogue }: { suite: Suite; catalogue: Catalogue },
  served: Served,
  options: RunChecksOptions,
): Promise<Came> {
  const { only, seed, runs, signal } = options
  const { watch = () => {}, isEnough = () => false, isShown = () => false } = options
  const enough = new AbortController()
  const { target, now, concurrency } = served
  const answers = createHash('sha256')
  const came: Came = { verdicts: [], answers: '', exchanges: 0, parts: [] }
  const plan = chosenOf(planOf(suite, target, selectionOf({ only }), catalogue, runs), target, options)
  await judgeTarget({
    ...served,
    suite,
    catalogue,
    plan: options.place ? limitedTo(plan, options.place) : plan,
    settings: { harness: 'selftest', seed, runs: plan.budget ? fewestRuns : runs, concurrency },
    sink: (event) => {
      watch(event)
      if (isEnough(event)) enough.abort()
      if (event.type === 'verdict') came.verdicts.push(event)
      if (event.type !== 'exchange') return
      came.exchanges++
      answers.update(JSON.stringify(event.response ?? event.failure))
    },
    isEnough: (verdict) => {
      if (isShown(verdict)) enough.abort()
      return false
    },
    redactor: createRedactor(target.secrets),
    runCommand: async () => ({ failure: 'the mock needs no commands' }),
    now: () => new Date(now()),
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
  })
  came.parts = plan.parts ?? []
  came.answers = answers.digest('hex')
  return came
}

/** Returns the part of a plan that the options choose. */
const chosenOf = (
  plan: Plan,
  target: Target,
  { plainly, maxRequests, runs, worth }: RunChecksOptions,
): Plan => {
  if (plainly) return inSimplestCircumstances(plan)
  if (maxRequests === undefined) return plan
  return withinBudget(plan, maxRequests, { target, runs, worth: worth ?? loadWorth(target.profile.name) })
}

const limitedTo = (plan: Plan, place: Place): Plan => ({
  ...plan,
  checks: plan.checks.map((one) => ({ ...one, check: { ...one.check, only: [place] } })),
})
