import { createHash } from 'node:crypto'
import type { Dispatcher } from 'undici'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Suite } from '../check/suite.ts'
import type { RunEvent, VerdictEvent } from '../core/events.ts'
import { createRedactor } from '../http/records/redact.ts'
import { judgeTarget } from '../run/judging/judge-target.ts'
import { planOf } from '../run/plan/plan.ts'
import { selectionOf } from '../run/plan/select.ts'
import type { Target } from '../target-file/target.ts'

/** A reference server that can be asked, and the time it lives in. */
export interface Served {
  target: Target
  dispatcher: Dispatcher
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds that never go back. */
  monotonic: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Checks at a time. */
  concurrency: number
}

export interface RunChecksOptions {
  /** Checks, or requirements whose checks; all if empty. */
  only: readonly string[]
  seed: number
  /** Generated cases per property. */
  runs: number
  /** Gets every event. */
  watch?: (event: RunEvent) => void
  /** Ends the run before its time. */
  signal?: AbortSignal
  /** After such an event nothing more is sent. */
  isEnough?: (event: RunEvent) => boolean
}

/** What a run came to. */
export interface Came {
  verdicts: VerdictEvent[]
  /** A digest of all answers in their order: two runs that have the same were answered alike. */
  answers: string
  exchanges: number
}

/** Runs checks against a served mock. */
export async function runChecks(
  { suite, catalogue }: { suite: Suite; catalogue: Catalogue },
  served: Served,
  { only, seed, runs, watch = () => {}, signal, isEnough = () => false }: RunChecksOptions,
): Promise<Came> {
  const enough = new AbortController()
  const { target, now, concurrency } = served
  const answers = createHash('sha256')
  const came: Came = { verdicts: [], answers: '', exchanges: 0 }
  await judgeTarget({
    ...served,
    suite,
    catalogue,
    plan: planOf(suite, target, selectionOf({ only }), catalogue, runs),
    settings: { harness: 'selftest', seed, runs, concurrency },
    sink: (event) => {
      watch(event)
      if (isEnough(event)) enough.abort()
      if (event.type === 'verdict') came.verdicts.push(event)
      if (event.type !== 'exchange') return
      came.exchanges++
      answers.update(JSON.stringify(event.response ?? event.failure))
    },
    redactor: createRedactor(target.secrets),
    runCommand: async () => ({ failure: 'the mock needs no commands' }),
    now: () => new Date(now()),
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
  })
  came.answers = answers.digest('hex')
  return came
}
