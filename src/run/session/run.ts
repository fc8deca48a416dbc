import type { GenerationLimits } from '../../check/given.ts'
import type { Supplies } from '../../check/needs/need.ts'
import {
  type Circumstances,
  type Clock,
  MissingPrerequisite,
  PreconditionFailed,
  type ServerClock,
  type Session,
} from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import type { Asset } from '../../core/amount.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import type * as learned from '../layers/learning.ts'
import type { Liveness } from '../layers/liveness.ts'
import type { FoundSigning } from '../layers/signed-as-found.ts'
import type { RunSpending } from '../layers/spending.ts'
import type { Transport } from '../layers/transport.ts'
import type { Journal } from '../record/journal.ts'
import type { Baseline } from './baseline.ts'
import type { Lanes } from './lanes.ts'

/** What all sessions of a run share. */
export interface Run {
  facts: RunStartFacts
  memory: RunMemory
  settings: SessionSettings
  clocks: Clocks
  spending: RunSpending
  lanes: Lanes
  journal: Pick<Journal, 'write' | 'verdictOf'>
  liveness: Liveness
  /** Sends the requests of a check, in all layers but that of its retries. */
  transport: (check: string) => Transport
  /** A GET of an absolute URL without any credential. */
  fetchPublic: (url: string) => Promise<Answer>
  start: WholeStart
  /** Absent: requests are tried in the simplest circumstances only. */
  circumstances?: Circumstances
}

/** What the target file says, and what the start of the run finds out before the first check. */
export interface RunStartFacts extends FoundSigning {
  /** As the target file says, and from the end of the start on as the run found it to be. */
  target: Target
  /** As the target file says. */
  given: Target
  /** Unknown until the start of the run has found it out. */
  walletAsset: Asset | undefined
  supplies: Supplies
}

/** What a run remembers of its requests and their answers. */
export interface RunMemory extends learned.LearnedMemory {
  baseline: Baseline
  /** Kinds of what was waited for and did not come. */
  inVain: Set<string>
  /** Requests that may create something, under way. */
  creating: Set<Promise<unknown>>
}

interface SessionSettings {
  /** Generated cases a property. */
  runs: number
  /** Whether a requirement stands in the target's profile: no other one is judged. */
  stands: (requirement: string) => boolean
}

interface Clocks {
  now: () => Date
  own: Clock
  /** Our own time, whose waits are rests of this kind. */
  resting: (rest: Lanes['rest']) => Clock
  server: ServerClock | undefined
}

interface WholeStart {
  /** The simplest payments of an amount, in the forms that the interface has: into the receiver, or any that is open. */
  payments: ReadonlyArray<Start['payments'][number]>
  /** Makes the start's accepted request once more. */
  whole: (session: Session) => Promise<RequestDraft>
}

/** The target's limits of money, in the wallet's asset. */
export function generationLimits({
  target,
  walletAsset,
}: Pick<RunStartFacts, 'target' | 'walletAsset'>): GenerationLimits {
  const refuted = target.refuted?.get('walletAsset')
  if (refuted !== undefined) throw new MissingPrerequisite(refuted)
  if (!walletAsset)
    throw new PreconditionFailed('the asset of walletAddress is unknown: set walletAsset in the target file')
  const { controlValue, maxDebitValue } = target.limits
  const unit = 10n ** BigInt(walletAsset.assetScale)
  return {
    wallet: walletAsset,
    controlValue: controlValue ?? (unit < maxDebitValue ? unit : maxDebitValue),
    maxDebitValue,
  }
}
