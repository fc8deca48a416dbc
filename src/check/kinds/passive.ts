import type { Profile } from '../../catalogue/profile.ts'
import type { Asset } from '../../core/amount.ts'
import type { ExchangeEvent, RecordedRequest } from '../../core/events.ts'
import { parseJson } from '../../core/json.ts'
import { onceFor } from '../../core/once.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { Tried } from '../../core/verdict.ts'
import type { Needs } from '../needs/need.ts'
import type { CheckHead } from './head.ts'

/** A check that sends nothing: it judges every exchange of a run, whichever check caused it. */
export interface PassiveCheck extends CheckHead {
  claims: (profile: Profile) => string[]
  operations: OperationId[]
  /** The needs of the exchanges that the check judges. It is skipped if one of them is missing. */
  needs?: Needs | undefined
  /** The key of the target file that would let the check see something, if a conforming target may show it nothing. */
  otherwise?: string
  /** Set if the check sees something only by the Date of responses, which a server without a clock does not send. */
  byDate?: true
  /** The ids of checks that cause the exchanges which this check is about. They run if this check is selected. */
  shownBy?: readonly string[]
  /** Begins a run. The function that it returns is called with every exchange, in the order of the record. */
  start: (facts: RunFacts) => (seen: Seen) => TestedClaim[]
}

/** The facts about the run that a passive check may use. */
export interface RunFacts {
  /** The wallet address under test, and its asset if the target file gives it. */
  walletAddress: string
  walletAsset?: Asset
  profile: Profile
  /** Returns the kind of a receiver that the run was given, or undefined for any other URL. */
  receiverKind: (url: string) => ReceiverKind | undefined
  /** Returns true if every request that was sent before this count of an exchange has been answered or given up. */
  isOver: (count: number) => boolean
  /** The count up to which requests may be missing from the record of a resumed run. */
  missingUpTo: () => number
}

/** An exchange, whose body is parsed once for all passive checks. */
export interface Seen {
  exchange: ExchangeEvent
  /** Set if the status is any 2xx. */
  accepted: boolean
  /** The body as JSON, or undefined if it is not JSON. */
  json: unknown
}

/** A claim that an exchange put to the test. */
export interface TestedClaim extends Pick<Tried, 'want' | 'got' | 'resource' | 'earlier'> {
  requirement: string
  held: boolean
  /** Set if the interface leaves the outcome open, so that it is only reported. */
  noted?: true
  /** The number of the exchange that showed it, if that was an earlier one. */
  exchange?: number
}

const read = onceFor(({ body }: RecordedRequest) => ({
  json: body === undefined ? undefined : parseJson(body),
}))

/** Returns the body that was sent as JSON, or undefined if it is not JSON. It is parsed once for all passive checks. */
export function jsonSent({ exchange }: Seen): unknown {
  return read(exchange.request).json
}
