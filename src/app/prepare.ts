import { type Catalogue, loadCatalogue } from '../catalogue/catalogue.ts'
import type { Redactor } from '../http/redact.ts'
import { type Plan, planOf } from '../run/plan.ts'
import { selectionOf } from '../run/select.ts'
import type { Suite } from '../run/suite.ts'
import { loadTarget } from '../target-file/load.ts'
import type { Target } from '../target-file/target.ts'
import { failedIn } from './failed.ts'
import type { GuardedIo } from './guarded.ts'

export interface Wanted {
  only?: readonly string[]
  exclude?: readonly string[]
  /** Path of a report: only what failed in it. */
  failed?: string
  runs: number
  profile?: string
}

/** What a run, a plan and a replay begin with. */
export interface Prepared {
  suite: Suite
  catalogue: Catalogue
  target: Target
  plan: Plan
  /** For what is written elsewhere than to the streams, on which the target's secrets are hidden. */
  redactor: Redactor
}

export async function prepare(file: string, wanted: Wanted, io: GuardedIo): Promise<Prepared> {
  const { loadSuite } = await import('../../suites/load.ts')
  const [target, suite] = await Promise.all([
    loadTarget({
      file,
      cwd: io.cwd,
      env: io.env,
      now: () => io.now().getTime(),
      ...(wanted.profile === undefined ? {} : { profileName: wanted.profile }),
    }),
    loadSuite(),
  ])
  const redactor = io.hide(target.secrets)
  const catalogue = loadCatalogue(target.profile.name)
  const selected =
    wanted.failed === undefined
      ? wanted
      : { ...wanted, only: await failedIn(wanted.failed, io, suite.renamed) }
  return {
    suite,
    catalogue,
    target,
    redactor,
    plan: planOf(suite, target, selectionOf(selected), catalogue, wanted.runs),
  }
}
