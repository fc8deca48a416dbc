import type { ProfileName } from '../../mock/profiles/index.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { isJudged, judgedIn } from '../../src/judge/judged-again.ts'
import { exitCodeOf } from '../../src/report/exit-code.ts'
import { reporterNamed } from '../../src/report/index.ts'
import { viewOf } from '../../src/report/view.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import type { Target } from '../../src/target-file/target.ts'
import { loadSuite } from '../load.ts'
import { type Change, changing } from './changing-answers.ts'

const suite = await loadSuite()

interface Odd {
  profile: ProfileName
  only?: readonly string[]
  seed: number
  runs: number
  signal?: AbortSignal
  change: Change
}

/** The outcome of a run against the mock whose responses were changed on their way. */
export interface OddRun {
  exit: number
  exchanges: number
  /** Responses that were not recorded in full. */
  cut: number
  /** Errors of the harness, with their stacks. No entries if there were none. */
  faults: string[]
}

const strictness = { complete: false, enforce: 'must' } as const
const reporters = ['text', 'json', 'junit', 'markdown', 'html'] as const

export async function oddRun({ profile, only = [], seed, runs, signal, change }: Odd): Promise<OddRun> {
  const events: RunEvent[] = []
  const faults: string[] = []
  const catalogue = loadCatalogue(profile)
  const attempt = async <T>(what: string, task: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await task()
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.stack : error}`)
      return undefined
    }
  }
  await attempt('run', () =>
    serveInProcess(
      { profile, faults: [] },
      () => undefined,
      async (served) => {
        const dispatcher = changing(served.dispatcher, change)
        const asked = { only, seed, runs, watch: (event: RunEvent) => void events.push(event) }
        await runChecks(
          { suite, catalogue },
          { ...served, dispatcher },
          { ...asked, ...(signal ? { signal } : {}) },
        )
        if (!isJudgedAgain(events, served.target)) faults.push('the record gives other verdicts')
      },
    ),
  )
  faults.push(...events.flatMap(faultIn))
  const view = viewOf(events, catalogue)
  for (const name of reporters)
    await attempt(name, () =>
      reporterNamed(name).render(view, {
        ...strictness,
        verbose: true,
        report: 'report.json',
        colour: false,
      }),
    )
  return { exit: exitCodeOf(view, strictness), exchanges: view.exchanged, cut: view.cut, faults }
}

const isJudgedAgain = (events: readonly RunEvent[], { profile }: Target): boolean => {
  const requirements = loadCatalogue(profile.name)
  const again = judgedIn(events, { requirements, profile, passive: suite.passive })
  return JSON.stringify(again) === JSON.stringify(events.filter(isJudged))
}

const faultIn = (event: RunEvent): string[] => {
  if ((event.type !== 'check' && event.type !== 'repeat') || event.state !== 'ended' || !event.error)
    return []
  return [`${event.check}: ${event.error.stack ?? event.error.message}`]
}
