import type { IsBestPart } from '../../catalogue/worth.ts'
import type { GenerationLimits } from '../../check/cases/given.ts'
import type { Supplies } from '../../check/needs/need.ts'
import type { FailedPlace } from '../../check/place.ts'
import {
  type Circumstances,
  type Clock,
  MissingPrerequisite,
  PreconditionFailed,
  type ServerClock,
  type Session,
} from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import { type Asset, usualControl } from '../../core/amount.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import type * as learned from '../layers/learning.ts'
import type { Liveness } from '../layers/liveness.ts'
import type { Quiet } from '../layers/quiet.ts'
import type { FoundSigning } from '../layers/signed-as-found.ts'
import type { RunSpending } from '../layers/spending.ts'
import type { Transport } from '../layers/transport.ts'
import type { Journal } from '../record/journal.ts'
import { type Baseline, createBaseline } from './baseline.ts'
import type { Lanes } from './lanes.ts'

/** The state that all sessions of a run share. */
export interface Run {
  facts: RunStartFacts
  memory: RunMemory
  settings: SessionSettings
  clocks: Clocks
  spending: RunSpending
  lanes: Lanes
  /** Returns true for parts of checks that come first. The member is missing if the run makes a selection of its own. */
  isBestPart?: IsBestPart
  journal: Omit<Journal, 'verdicts'>
  liveness: Liveness
  quiet: Quiet
  /** Sends the requests of a check through all layers but that of its retries. */
  transport: (check: string) => Transport
  /** Sends a GET to an absolute URL without any credential. */
  fetchPublic: (url: string) => Promise<Answer>
  start: WholeStart
  circumstances: Omit<Circumstances, 'plainFirst'>
}

/** The facts in the target file, and those that the start of the run finds out before the first check. */
export interface RunStartFacts extends FoundSigning {
  /** The target: first as its file describes it, from the end of the start on as the run found it to be. */
  target: Target
  /** The target as its file describes it. */
  given: Target
  /** The wallet's asset, or undefined until the start of the run has found it out. */
  walletAsset: Asset | undefined
  supplies: Supplies
}

/** The memory of a run: its requests and the answers to them. */
export interface RunMemory extends learned.LearnedMemory {
  baseline: Baseline
  /** The last accepted answer to each control, and the controls that are under way. */
  controls: { accepted: Map<string, Answer>; underWay: Map<string, Promise<unknown>> }
  /** The receivers that could be paid into before but not any more, and why not. */
  lostReceivers: Map<string, string>
  /** The kinds of things that a check waited for and that did not come. */
  timedOut: Set<string>
  /** The checks that learned too little because the server, or a receiver, was not there. They are tried again. */
  unreached: Set<string>
  /** Requests under way that may create something. */
  creating: Set<Promise<unknown>>
}

/** Creates the memory of a run that begins, or that continues one with these resources. */
export function newMemory(target: Target, known?: RunMemory['known']): RunMemory {
  return {
    unreached: new Set(),
    baseline: createBaseline(target),
    controls: { accepted: new Map(), underWay: new Map() },
    cursors: new Map(),
    dateIsBehind: 0,
    lostReceivers: new Map(),
    timedOut: new Set(),
    known: new Map(known),
    unshown: new Map(),
    creating: new Set(),
  }
}

interface SessionSettings {
  /** The seed of the run, from which the seeds of its checks are derived. */
  seed: number
  /** The failure that the run replays. */
  replay?: FailedPlace | undefined
  /** The number of generated cases per property. */
  runs: number
  /** Returns true if a requirement is in the target's profile. No other requirement is judged. */
  stands: (requirement: string) => boolean
}

interface Clocks {
  now: () => Date
  own: Clock
  /** Returns the harness's own clock, whose waits rest in this way. */
  resting: (rest: Lanes['rest']) => Clock
  server: ServerClock | undefined
}

interface WholeStart {
  /**
   * The simplest payments of an amount, in the forms that the interface has: into the given receiver, or into any open
   * one.
   */
  payments: ReadonlyArray<Start['payments'][number]>
  /** Prepares the accepted request of the start again. */
  whole: (session: Session) => Promise<RequestDraft>
  /** The first quote of the run, if it was accepted. */
  quote?: RequestDraft
}

/** Returns the target's money limits, in the wallet's asset. */
export function generationLimits({
  target,
  walletAsset,
}: Pick<RunStartFacts, 'target' | 'walletAsset'>): GenerationLimits {
  const contradicted = target.contradicted?.get('walletAsset')
  if (contradicted !== undefined) throw new MissingPrerequisite(contradicted)
  if (!walletAsset)
    throw new PreconditionFailed('the asset of walletAddress is unknown: set walletAsset in the target file')
  const { controlValue, maxDebitValue } = target.limits
  return {
    wallet: walletAsset,
    controlValue: controlValue ?? usualControl(maxDebitValue, walletAsset.assetScale),
    maxDebitValue,
  }
}
