import type { Profile } from '../../catalogue/profile.ts'
import type { Asset } from '../../core/amount.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { Needs } from '../needs/need.ts'

/** A check that sends nothing: it judges every exchange of a run, whichever check caused it. */
export interface PassiveCheck {
  id: string
  title: string
  /** A fault of the mock that it must notice: the proof that it can fail. */
  detects: string
  claims: (profile: Profile) => string[]
  operations: OperationId[]
  /** What the exchanges it judges need: where one is missing, it is skipped. */
  needs: Needs
  /** Key of the target file that would let it see something, where a conforming target may show it nothing. */
  otherwise?: string
  /** Ids of checks without which it would see nothing of what it is about: they run where it is selected. */
  shownBy?: readonly string[]
  /** Begins a run; what it gives is called with every exchange in the order of the record. */
  start: (facts: RunFacts) => (seen: Seen) => Shown[]
}

/** What a passive check may know of the run. */
export interface RunFacts {
  baseUrl: string
  /** The wallet address under test, and its asset as far as the target file gives it. */
  walletAddress: string
  walletAsset?: Asset
  profile: Profile
  /** Of what kind a receiver is that the run was given; undefined of every other URL. */
  receiverKind: (url: string) => ReceiverKind | undefined
  /** Whether every request that was sent before this count of an exchange has been answered, or given up. */
  isOver: (count: number) => boolean
  /** Up to this count requests may be missing from the record: of a run that was resumed. */
  missingUpTo: () => number
}

/** An exchange, its body read once for all passive checks. */
export interface Seen {
  exchange: ExchangeEvent
  /** Any 2xx. */
  accepted: boolean
  /** The body as JSON; undefined where it is none. */
  json: unknown
}

/** One claim that an exchange put to the test. */
export interface Shown {
  requirement: string
  held: boolean
  /** It is left open, and only told. */
  noted?: true
  want: string
  got: string
  /** The id of the resource that it is about. */
  resource?: string
  /** The number of the exchange that showed it, where that was an earlier one. */
  exchange?: number
  /** The number of the exchange that set the expectation. */
  earlier?: number
}
