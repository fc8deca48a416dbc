import type { GenerationLimits } from '../../check/given.ts'
import type { Known } from '../../check/known.ts'
import type { Supplies } from '../../check/needs/need.ts'
import {
  type Circumstances,
  MissingPrerequisite,
  PreconditionFailed,
  type ServerClock,
  type Session,
} from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import type { UnacceptedRequest } from '../../check/unaccepted-request.ts'
import type { Asset } from '../../core/amount.ts'
import type { Answer } from '../../http/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import type { Signing, Target } from '../../target-file/target.ts'
import type { Vigil } from '../layers/liveness.ts'
import type { SilentElsewhere } from '../layers/silent-elsewhere.ts'
import type { Spending } from '../layers/spending.ts'
import type { Journal } from '../record/journal.ts'
import type { Established } from './baseline.ts'
import type { Lanes } from './lanes.ts'

/** What all sessions of a run share. */
export interface RunState {
  /** As the target file says, and from the end of the start on as the run found it to be. */
  target: Target
  /** As the target file says. */
  given: Target
  now: () => Date
  supplies: Supplies
  /** Unknown until the start of the run has found it out. */
  walletAsset: Asset | undefined
  runs: number
  /** Whether a requirement stands in the target's profile: no other one is judged. */
  stands: (requirement: string) => boolean
  /** What the start of the run found out that all its requests have to be signed with. */
  signing: Partial<Signing>
  spending: Spending
  /** What accepted requests have shown to be good. */
  established: Established
  /** Kinds of what was waited for in vain. */
  inVain: Set<string>
  /** What was made or watched. */
  known: Map<string, Known>
  /** Requests that would have created something, by check. */
  unaccepted: Map<string, UnacceptedRequest[]>
  /** The last answer to a request of a check. */
  latest?: Answer
  clock: Session['clock']
  /** The same, whose waits are rests of this kind. */
  restingClock: (rest: Lanes['rest']) => Session['clock']
  serverClock: ServerClock | undefined
  send: (check: string, draft: RequestDraft, tamper?: Tamper) => Promise<Answer>
  /** Gives up what cannot tell anything any more. */
  vigil: Vigil
  silentElsewhere: SilentElsewhere
  /** A GET of an absolute URL without any credential. */
  fetchPublic: (url: string) => Promise<Answer>
  lanes: Lanes
  /** Requests that may create something, under way. */
  creating: Set<Promise<unknown>>
  record: Journal['write']
  verdictOf: Journal['verdictOf']
  /** Absent: requests are tried in the plainest circumstances only. */
  circumstances?: Circumstances
  /** The plainest payments of an amount, in the forms that the interface has: into the receiver, or any that is open. */
  plainPayments: ReadonlyArray<Start['payments'][number]>
  /** Makes the start's accepted request once more. */
  whole: (session: Session) => Promise<RequestDraft>
}

/** The target's limits of money, in the wallet's asset. */
export function generationLimits({
  target,
  walletAsset,
}: Pick<RunState, 'target' | 'walletAsset'>): GenerationLimits {
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
