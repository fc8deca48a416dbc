import { caseOf, type TestCase, wholeCases } from '../../report/findings/test-case.ts'
import type { TargetContents } from '../../target-file/contents.ts'
import { defaultConcurrency, defaultRuns, defaultSeed } from '../defaults.ts'
import { fileOf, type JudgingSettings, judgingKinds, quiet } from '../run/judge-server.ts'
import { prepare } from '../run/prepare.ts'
import { type CompletedRun, judgeAndWrite, type RunCommandOptions } from '../run/run.ts'
import { checkSettings, text } from '../settings.ts'

/** The settings for judging a server with the tests of a test runner. Everything has a default. */
export interface ConformanceSettings extends JudgingSettings {
  /** The path of a file of known failures. A check that fails as the file says passes. */
  known?: string | undefined
  /** The folder of report.json and events.ndjson. Default: `reports/` and the name of the target. */
  out?: string | undefined
}

/** The tests that judge a server. */
export interface PlannedTests {
  /** The name of the target. */
  name: string
  /** The tests: each check, named by its id and title, and the run as a whole. */
  tests: PlannedTest[]
  /** Judges the server once, with the checks of these tests. */
  run: (tests: readonly PlannedTest[]) => Promise<(test: PlannedTest) => CaseOutcome>
}

export interface PlannedTest {
  /** The id of the check, or undefined for the run as a whole. */
  check?: string
  name: string
}

export type CaseOutcome = Pick<TestCase, 'ending' | 'aside'>

/** Plans the tests. Throws a ConfigurationError if the target file, a selection or a setting is wrong. */
export async function planTests(
  target: string | TargetContents,
  settings: ConformanceSettings,
): Promise<PlannedTests> {
  checkSettings('conformance', settings, { ...judgingKinds, known: text, out: text })
  const io = quiet(settings)
  const { file, readFile } = fileOf(target)
  const options = { ...optionsOf(settings), ...(readFile && { readFile }) }
  const { target: judged, plan } = await prepare(file, options, io)
  const expected = plan.passive.filter(({ passive }) => passive === 'expected')
  const checks = [...plan.checks.map(({ planned }) => planned), ...expected]
  const named = [plan.start, ...checks].map(({ id, title }) => ({ check: id, name: `${id}: ${title}` }))
  const selectable = new Set(checks.map(({ id }) => id))
  let ran: Promise<CompletedRun> | undefined
  return {
    name: judged.name,
    tests: [...named, { name: 'the run as a whole' }],
    run: async (tests) => {
      const ids = tests.flatMap(({ check }) => (check !== undefined && selectable.has(check) ? check : []))
      const isPart = ids.length > 0 && ids.length < selectable.size
      ran ??= judgeAndWrite(file, isPart ? { ...options, only: ids } : options, io)
      return outcomesOf(await ran, new Set(tests.map(({ check }) => check)))
    },
  }
}

const optionsOf = ({
  only = [],
  exclude = [],
  seed = defaultSeed,
  runs = defaultRuns,
  concurrency = defaultConcurrency,
  complete = false,
  known,
  ...others
}: ConformanceSettings): RunCommandOptions => ({
  ...others,
  only,
  exclude,
  seed,
  runs,
  concurrency,
  complete,
  knownFailures: known,
  reporter: [],
})

/** Returns the outcome of each test. The failure of a check without a test of its own fails the run as a whole. */
const outcomesOf = ({ view, facts }: CompletedRun, withTest: ReadonlySet<string | undefined>) => {
  const cases = new Map(view.checks.map((check) => [check.id, caseOf(check, view, facts)]))
  const whole = wholeCases(view, facts)
  const others = [...cases].filter(([id]) => !withTest.has(id)).map(([, other]) => other)
  const failed = [...whole, ...others].find(({ ending }) => ending && ending.kind !== 'skipped')
  const unjudged = view.outcome === 'complete' ? undefined : whole[0]?.ending
  const notRun: CaseOutcome = { ending: { kind: 'skipped', message: 'not run' }, aside: [] }
  return ({ check }: PlannedTest): CaseOutcome => {
    if (check === undefined) return { ending: failed?.ending, aside: [] }
    const own = cases.get(check) ?? notRun
    return unjudged && own.ending?.kind === 'skipped' ? { ...own, ending: unjudged } : own
  }
}

/**
 * The failure of a test: what broke, and how to reproduce it. It has no stack trace, because that would say nothing.
 */
export class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure'

  constructor({ message, text = message }: NonNullable<CaseOutcome['ending']>) {
    super(text === message ? message : `${message}\n\n${text}`)
    this.stack = `${this.name}: ${this.message}`
  }
}
