import { type Catalogue, loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { isNeeded, type Plan, planOf } from '../../run/plan/plan.ts'
import { selectionOf } from '../../run/plan/select.ts'
import { cutOut, type WantedShard } from '../../run/plan/shards.ts'
import type { ReadFile } from '../../target-file/reading/fill-in.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import type { Obtain } from '../grants/token-keeper.ts'
import { readReportFile } from '../records/recorded.ts'
import type { GuardedIo } from './guarded.ts'

export interface WantedRun {
  only?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  /** Path of a report: only what failed in it. */
  failed?: string
  runs: number
  profile?: string | undefined
  /** The part of the plan to run. */
  shard?: WantedShard | undefined
  /** Instead of the disk. */
  readFile?: ReadFile | undefined
  /** Gets the tokens that the target file leaves to it; none by default. */
  obtain?: Obtain
}

/** What a run, a plan and a replay begin with. */
export interface PreparedRun {
  suite: Suite
  catalogue: Catalogue
  target: Target
  plan: Plan
  /** For what is written elsewhere than to the streams, on which the target's secrets are hidden. */
  redactor: Redactor
}

export async function prepare(file: string, wanted: WantedRun, io: GuardedIo): Promise<PreparedRun> {
  const { loadSuite } = await import('../../../suites/load.ts')
  const [loaded, suite] = await Promise.all([
    loadTarget({
      file,
      cwd: io.cwd,
      env: io.env,
      now: () => io.now().getTime(),
      profileName: wanted.profile,
      readFile: wanted.readFile,
    }),
    loadSuite(),
  ])
  const redactor = io.hide(loaded.secrets)
  // Records, reports and the name of their folder show it.
  const target = { ...loaded, name: redactor.text(loaded.name) }
  const catalogue = loadCatalogue(target.profile.name)
  const selected =
    wanted.failed === undefined
      ? wanted
      : { ...wanted, only: await failedIn(wanted.failed, io, suite.renamed) }
  const planned = (): Plan => planOf(suite, target, selectionOf(selected), catalogue, wanted.runs)
  await wanted.obtain?.(target, { expired: isNeeded('tokens.expired', planned()) })
  const plan = planned()
  const cutting = { target, runs: wanted.runs, requirements: catalogue }
  const part = wanted.shard ? cutOut(plan, wanted.shard, cutting) : { plan, target }
  return { suite, catalogue, redactor, ...part }
}

/**
 * What `--failed` selects: the checks that failed in an earlier run and, of those that only judge answers, the checks
 * whose answers they failed for. Throws a ConfigurationError where there are none.
 */
async function failedIn(path: string, io: Io, renamed: Readonly<Record<string, string>>): Promise<string[]> {
  const { checks, exchanges, findings } = await readReportFile(path, io)
  const numbers = new Set(findings.flatMap(({ occurrences }) => occurrences.map(({ exchange }) => exchange)))
  const failed = checks.filter(({ verdict }) => verdict?.status === 'failed').map(({ id }) => id)
  const causing = exchanges.filter(({ number }) => numbers.has(number)).map(({ check }) => check)
  const isStart = (id: string): boolean => checks.some((check) => check.id === id && check.topic === 'start')
  const wanted = [...new Set([...failed, ...causing])].filter((id) => !isStart(id))
  if (wanted.length > 0) return wanted.map((id) => (Object.hasOwn(renamed, id) && renamed[id]) || id)
  throw new ConfigurationError(
    'ERR_NOTHING_FAILED',
    failed.length > 0
      ? `${path}: only the start of the run failed, and every run begins with it; run without --failed`
      : `${path}: no check failed; run without --failed`,
  )
}
