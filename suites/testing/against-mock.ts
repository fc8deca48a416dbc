import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import type { Mock, MockOptions } from '../../mock/server/options.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { type Variant, variantsNamed } from '../../mock/variants/index.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { RunEvent, VerdictEvent } from '../../src/core/events.ts'
import { evidenceOf } from '../../src/core/verdict.ts'
import { createRedactor } from '../../src/http/records/redact.ts'
import { createDispatcher } from '../../src/http/wire/dispatcher.ts'
import { isJudged, judgedIn } from '../../src/judge/judged-again.ts'
import { exitCodeOf, type Strictness } from '../../src/report/exit-code.ts'
import { viewOf } from '../../src/report/view.ts'
import { judgeTarget } from '../../src/run/judging/judge-target.ts'
import { planOf } from '../../src/run/plan/plan.ts'
import { selectionOf } from '../../src/run/plan/select.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import type { Target } from '../../src/target-file/target.ts'
import { loadSuite } from '../load.ts'
import { tryAll } from './sampled.ts'

const suite = await loadSuite()

export interface Settings {
  only?: readonly string[]
  exclude?: readonly string[]
  seed?: number
  runs?: number
  concurrency?: number
  wait?: (milliseconds: number) => Promise<void>
}

export interface Trial extends Settings {
  /** The profile that the mock serves and is judged by. */
  profile?: NonNullable<MockOptions['profile']>
  variants?: readonly string[]
  /** Variants that are in no list of the mock. */
  further?: readonly Variant[]
  faults?: readonly string[]
  /** The initial state of the mock. */
  fixtures?: MockOptions['fixtures']
  /** The start of the mock's clock, and whether the clock is frozen. */
  clock?: MockOptions['clock']
  /** Called with the mock before it is judged. */
  watch?: (mock: Mock) => void
  /** Changes the target after it was loaded. */
  target?: (target: Target) => Target
}

/** Runs the suite against a mock with these variants and faults. Returns all recorded events. */
export async function against({
  profile = 'interface',
  variants = [],
  further = [],
  faults = [],
  fixtures,
  clock,
  watch,
  target = (same) => same,
  ...settings
}: Trial = {}) {
  const mock = createMock({
    now: Date.now,
    random: seeded(1),
    profile,
    variants: [...variantsNamed(variants, profile), ...further],
    faults: faultsNamed(faults, profile),
    fixtures,
    clock,
  })
  const listening = await mock.listen({ port: 0 })
  watch?.(mock)
  try {
    return await recordOf(target(await targetOf(targetFile(mock, listening))), settings)
  } finally {
    await listening.close()
  }
}

/** The target of a mock that does not listen, so that another server can take its place. */
export async function targetAt(baseUrl: string): Promise<Target> {
  const mock = createMock({ now: Date.now, random: seeded(1), publicUrl: baseUrl })
  return targetOf(targetFile(mock, { url: baseUrl, close: async () => {} }))
}

/** Runs the suite against a target. Returns all recorded events. */
export async function recordOf(target: Target, settings: Settings = {}): Promise<RunEvent[]> {
  const { only = [], exclude = [], seed = 1, runs = 20, concurrency = 8, wait = briefly } = settings
  const catalogue = loadCatalogue(target.profile.name)
  const dispatcher = createDispatcher(target)
  const events: RunEvent[] = []
  try {
    await judgeTarget({
      suite,
      catalogue,
      target,
      plan: planOf(suite, target, selectionOf({ only, exclude }), catalogue, runs),
      settings: { harness: 'test', seed, runs, concurrency },
      sink: (event) => events.push(event),
      redactor: createRedactor(target.secrets),
      dispatcher,
      runCommand: async () => ({ failure: 'no commands in this test' }),
      now: () => new Date(),
      monotonic: () => performance.now(),
      wait,
      signal: new AbortController().signal,
    })
  } finally {
    await dispatcher.destroy()
  }
  // Judging a whole run again takes a tenth of its time. By day, only strict-mock.slow.test.ts does so.
  if (tryAll || only.length > 0) expectSameVerdictsAgain(events, target)
  return events
}

/** Waits at most 10 ms: fast, yet long enough that polls do not use up limits.maxRequests. */
const briefly = (milliseconds: number): Promise<void> => delay(Math.min(milliseconds, 10))

const targetOf = (text: string): Promise<Target> =>
  loadTarget({ file: 't.yaml', cwd: '/', env: {}, now: Date.now, readFile: async () => text })

/** Expects that judging the record again gives the recorded verdicts. */
export function expectSameVerdictsAgain(events: readonly RunEvent[], { profile }: Target): void {
  const requirements = loadCatalogue(profile.name)
  const again = judgedIn(events, { requirements, profile, passive: suite.passive })
  expect(again).toEqual(events.filter(isJudged))
}

export function verdictsIn(events: readonly RunEvent[]): VerdictEvent[] {
  return events.filter((event) => event.type === 'verdict')
}

/**
 * The status of a verdict. A check whose claims are disputed or notes never fails, so an unmet one counts as `failed`
 * here.
 */
export function outcomeOf({ verdict, notes }: VerdictEvent): string {
  const isNoticed = evidenceOf(verdict).length > 0 || notes.some(({ got }) => got.startsWith('does not'))
  return isNoticed ? 'failed' : verdict.status
}

/** The requirements with a failed claim, by grade. */
export function brokenIn(events: readonly RunEvent[]): Map<string, string> {
  return new Map(
    verdictsIn(events).flatMap(({ verdict }) =>
      evidenceOf(verdict).map(({ requirement, grade }) => [requirement, grade] as const),
    ),
  )
}

export function exitCodeAfter(events: readonly RunEvent[], strictness: Partial<Strictness> = {}): number {
  return exitCodeOf(viewOf(events, loadCatalogue(profileOf(events))), {
    complete: false,
    enforce: 'must',
    ...strictness,
  })
}

/** Returns the profile that the run was judged by, from its events. */
const profileOf = (events: readonly RunEvent[]): string =>
  events.find((event) => event.type === 'run')?.profile ?? 'interface'
