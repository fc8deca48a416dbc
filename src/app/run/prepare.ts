import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadWorth } from '../../catalogue/worth.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { Redactor } from '../../http/records/redact.ts'
import type { Report } from '../../report/data/json.ts'
import type { Judging } from '../../run/judging/create-run.ts'
import { fewestRuns, withinBudget } from '../../run/plan/budget.ts'
import { type Plan, planOf, tokensNeeded } from '../../run/plan/plan.ts'
import { selectionOf } from '../../run/plan/select.ts'
import { cutOut, type WantedShard } from '../../run/plan/shards.ts'
import type { ReadFile } from '../../target-file/reading/fill-in.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import { type Io, loadingIn } from '../environment.ts'
import type { Obtain } from '../grants/token-keeper.ts'
import { readReportFile } from '../records/run-record.ts'
import type { GuardedIo } from './guarded.ts'
import { type OwnChecks, withChecks, withRequirements } from './own-checks.ts'

export interface WantedRun {
  only?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  /** The path of a report. Only the checks that failed in it are run. */
  failed?: string
  runs: number
  profile?: string | undefined
  /** The shard of the plan to run. */
  shard?: WantedShard | undefined
  /** The most requests that the run sends to a conforming server. All checks run by default. */
  maxRequests?: number | undefined
  /** Reads the target file instead of the disk. */
  readFile?: ReadFile | undefined
  /** Requests the tokens that the target file leaves to the harness. None by default. */
  obtain?: Obtain
  /** The places of tokens that the run uses, although no check declares that it needs them. */
  tokens?: readonly string[]
  /** Checks and requirements in addition to those of the suite and the catalogue. */
  own?: OwnChecks
}

/** The common basis of a run, a plan and a replay. */
export interface PreparedRun extends Pick<Judging, 'suite' | 'catalogue' | 'target' | 'plan'> {
  /** The number of generated cases per property. */
  runs: number
  /** Hides the target's secrets in text that does not go to the streams, which hide them already. */
  redactor: Redactor
}

export async function prepare(file: string, wanted: WantedRun, io: GuardedIo): Promise<PreparedRun> {
  const { loadSuite } = await import('../../../suites/load.ts')
  const { own = {} } = wanted
  const [loaded, usual] = await Promise.all([
    loadTarget({ ...loadingIn(io), file, profileName: wanted.profile, readFile: wanted.readFile }),
    loadSuite(),
  ])
  const redactor = io.hide(loaded.secrets)
  // Records, reports and the name of their folder show the name of the target.
  const target = { ...loaded, name: redactor.text(loaded.name) }
  const catalogue = withRequirements(loadCatalogue(target.profile.name), own)
  const suite = withChecks(usual, own, { profile: target.profile, catalogue })
  const selected =
    wanted.failed === undefined
      ? wanted
      : { ...wanted, ...(await failedIn(wanted.failed, io, suite.renamed)) }
  const planned = (): Plan => {
    const whole = planOf(suite, target, selectionOf(selected), catalogue, wanted.runs)
    const { maxRequests, runs } = wanted
    return maxRequests === undefined
      ? whole
      : withinBudget(whole, maxRequests, { target, runs, worth: loadWorth(target.profile.name) })
  }
  const { tokens = [] } = selected
  await wanted.obtain?.(target, new Set([...tokensNeeded(planned(), suite, target), ...tokens]))
  const plan = planned()
  const cutting = { target, runs: wanted.runs, requirements: catalogue }
  const part = wanted.shard ? cutOut(plan, wanted.shard, cutting) : { plan, target }
  const runs = plan.budget ? fewestRuns : wanted.runs
  return { suite, catalogue, redactor, runs, ...part }
}

/**
 * Returns the checks that `--failed` selects: those that failed in an earlier run and, for failed checks that only
 * judge responses, the checks that caused these responses; and the tokens with which they failed. Throws a
 * ConfigurationError if there are none.
 */
async function failedIn(
  path: string,
  io: Io,
  renamed: Readonly<Record<string, string>>,
): Promise<Required<Pick<WantedRun, 'tokens'>> & { only: string[] }> {
  const { checks, exchanges, findings } = await readReportFile(path, io)
  const numbers = new Set(findings.flatMap(({ occurrences }) => occurrences.map(({ exchange }) => exchange)))
  const failed = checks.filter(({ verdict }) => verdict?.status === 'failed').map(({ id }) => id)
  const shown = exchanges.filter(({ number }) => numbers.has(number))
  const causing = shown.map(({ check }) => check)
  const wanted = [...new Set([...failed, ...causing])].filter((id) => !isOfStart(id, checks))
  if (wanted.length > 0) {
    const only = wanted.map((id) => (Object.hasOwn(renamed, id) && renamed[id]) || id)
    return { only, tokens: tokensOf(shown) }
  }
  throw new ConfigurationError(
    'ERR_NOTHING_FAILED',
    failed.length > 0
      ? `${path}: only the start of the run failed, and every run begins with it; run without --failed`
      : `${path}: no check failed; run without --failed`,
  )
}

/** Returns true for a check of the start, which every run begins with. */
export const isOfStart = (id: string, checks: Report['checks']): boolean =>
  checks.some((check) => check.id === id && check.topic === 'start')

/** Returns the places of the tokens that requests of an earlier run had. */
export function tokensOf(exchanges: Report['exchanges']): string[] {
  return exchanges.flatMap(({ request }) => request.token ?? [])
}
