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
  /** The path of a report. Only the checks that failed in it are run. */
  failed?: string
  runs: number
  profile?: string | undefined
  /** The shard of the plan to run. */
  shard?: WantedShard | undefined
  /** Reads the target file instead of the disk. */
  readFile?: ReadFile | undefined
  /** Requests the tokens that the target file leaves to the harness. None by default. */
  obtain?: Obtain
}

/** The common basis of a run, a plan and a replay. */
export interface PreparedRun {
  suite: Suite
  catalogue: Catalogue
  target: Target
  plan: Plan
  /** Hides the target's secrets in text that does not go to the streams, which hide them already. */
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
  // Records, reports and the name of their folder show the name of the target.
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
 * Returns the checks that `--failed` selects: those that failed in an earlier run and, for failed checks that only
 * judge responses, the checks that caused these responses. Throws a ConfigurationError if there are none.
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
