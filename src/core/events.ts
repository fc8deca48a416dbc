import type { Asset } from './amount.ts'
import type { Json } from './json.ts'
import type { OperationId } from './operations.ts'
import type { IssuedReceiver } from './receiver.ts'
import type { ClaimCount, Note, Repetition, Tried, Verdict } from './verdict.ts'

/**
 * Version of the event stream's format; see spec/schemas/events.json. Version 1, which wrote every text in full, is
 * read, too.
 */
export const eventsVersion = 3

export const readableVersions: readonly unknown[] = [1, 2, eventsVersion]

/** A line of a run's record. Everything that a report says is derived from these lines. */
export type RunEvent =
  | RunStarted
  | PlanEvent
  | CheckEvent
  | ExchangeEvent
  | ObservationEvent
  | VerdictEvent
  | RepeatEvent
  | PaymentEvent
  | ReceiverEvent
  | ResumedEvent
  | ShardEvent
  | EndEvent

export interface RunStarted {
  type: 'run'
  version: 1 | 2 | typeof eventsVersion
  harness: string
  /**
   * The judged party. Undefined: the server, judged by requests of the run. `client`: a client; `target` is then the
   * server that it spoke to. `traffic`: the server, judged by requests of others.
   */
  judges?: 'client' | 'traffic'
  target: {
    name: string
    baseUrl: string
    walletAddress: string
    walletAsset?: Asset
    file?: string
    /** The line of baseUrl in that file. */
    line?: number
  }
  profile: string
  /** The target file's profileOverrides, by the profile's keys. */
  overrides: Record<string, Json>
  seed: number
  /** The number of generated cases per property. */
  runs: number
  concurrency: number
  at: string
  /** The part of the plan that this run performs. Undefined if it performs the whole plan. */
  shard?: Shard
  /** The number of parts that the record was merged from. */
  shards?: number
  /** Set if the run chose among its checks, to send fewer requests. */
  budget?: RunBudget
}

/** The choice of a run that sends a limited number of requests. */
export interface RunBudget {
  /** The most requests that the run sends to a conforming server. */
  maxRequests: number
  /** The number of chosen checks, of those that could be chosen. */
  checks: number
  of: number
  /** The number of chosen checks of which only the cases that notice the most were chosen. */
  inPart?: number
  /** The number of known faults of a MUST that this choice was tried on, if it was measured. */
  faults?: number
  /** The number of these faults that the choice notices. */
  noticed?: number
}

/** A part of a plan: the `index`-th of `count`, from 1. */
export interface Shard {
  index: number
  count: number
  /** A digest of the whole plan, its limits and the requirements. All parts have the same one. */
  digest: string
}

export interface PlannedCheck {
  id: string
  title: string
  topic: string
  /** Every requirement that the check can judge. */
  claims: string[]
  operations: OperationId[]
  /** The needs that the target file does not give. The check is skipped unless this is empty. */
  missing: string[]
  /** The most requests that the check sends, not counting those for shrinking. */
  requests: number
  /**
   * Set if the check sends nothing itself, but judges the exchanges that others cause. `expected` checks always get a
   * verdict, `listening` ones only if they saw something.
   */
  passive?: 'expected' | 'listening'
  /** The part of the plan that runs the check. Undefined if all parts do. */
  shard?: number
}

export interface PlanEvent {
  type: 'plan'
  checks: PlannedCheck[]
}

export type CheckEvent =
  /** A check that is tried again begins anew: what it saw before no longer counts. */
  | { type: 'check'; check: string; state: 'started'; seed: number }
  /** The target file lacks a need of the check, or of only one of its subjects, which is then left out. */
  | { type: 'check'; check: string; state: 'skipped'; missing: string[]; subject?: OperationId }
  | ({ type: 'check'; check: string } & Ended)

/** The end of a check, or of its repeat. */
export interface Ended {
  state: 'ended'
  /**
   * Set if the server, or a token or receiver that it had accepted, was not there for a while. An inconclusive check is
   * then tried again, a repeat when the run is resumed.
   */
  unreached?: true
  /** The reason why nothing, or not everything, could be learned. */
  reason?: string
  /** An error of the harness. */
  error?: { message: string; stack?: string | undefined }
}

/** A request with its response, or with the failure to get one. Secrets are replaced by texts of the same shape. */
export interface ExchangeEvent {
  type: 'exchange'
  number: number
  check: string
  /** The operation, or undefined if the request is addressed to no operation of the interface. */
  operation?: OperationId
  request: RecordedRequest
  response?: RecordedResponse
  failure?: { code: string; message: string }
  /**
   * The number of the earlier exchange that this one retries: the same request, signed anew after a failure of the
   * server, or after the refusal of a valid request.
   */
  repeats?: number
  /** Counts that order sends and receipts: B is later than A if B.sent > A.received. */
  sent: number
  received: number
  at: string
  milliseconds: number
}

export interface RecordedRequest {
  method: string
  /** The signed @target-uri: baseUrl + path. */
  url: string
  headers: Record<string, string>
  body?: string
  /** The name of the token in the target file, such as `tokens.full`. */
  token?: string
  /** The signature's parameters, or undefined if the request was not signed. */
  signing?: RecordedSigning
  /** The parts that were changed after signing: header names, `body`, `method`, `url`. */
  altered?: string[]
}

export interface RecordedSigning {
  /** The name of the key in the target file, such as `signing`. */
  key: string
  keyId: string
  label: string
  components: string[]
  /** The signature base, with the token replaced. */
  base: string
}

export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** The rest of the sentence "The body …", if the server ended the body otherwise than it announced. */
  incomplete?: string
  /**
   * The full length of the body in characters. Set if only its beginning was recorded, because the run had recorded as
   * much of responses as it may.
   */
  cut?: number
}

/**
 * A moment at which a claim was put to the test. With `control` it is a control of that batch and names no requirement.
 * An observation with `behind` counts only if every control of that batch held.
 */
export interface ObservationEvent extends Tried {
  type: 'observation'
  check: string
  requirement?: string
  outcome: 'held' | 'broken' | 'noted'
  /** The check that sent the request. Set if a rule says something of a response that is not a success. */
  sentBy?: string
  control?: number
  behind?: number
  /**
   * Set if the judge derived it from exchanges (schemas, rules). Such an observation can be derived again without the
   * record.
   */
  derived?: true
  /** Set if it was made while the check was repeated. It then has no part in the verdict. */
  repeat?: true
}

export interface VerdictEvent {
  type: 'verdict'
  check: string
  verdict: Verdict
  claims: Record<string, ClaimCount>
  notes: Note[]
  /** Subjects that were left out because the target file lacks something that they need. */
  partly: string[]
}

/** Events of a failed check that is tried once more, after its verdict. */
export type RepeatEvent =
  | { type: 'repeat'; check: string; state: 'started' }
  | ({ type: 'repeat'; check: string } & Ended)
  | RepetitionEvent

/** The result that follows from the events of a repeat. */
export interface RepetitionEvent {
  type: 'repeat'
  check: string
  state: 'judged'
  repetition: Repetition
}

/**
 * A payment that debits this amount if it is made. The event is recorded before the payment is sent, so that a run that
 * was killed knows what it may have spent. A second event follows if the payment was not made after all.
 */
export interface PaymentEvent {
  type: 'payment'
  check: string
  state: 'sending' | 'not made'
  /** The amount in the smallest unit of the wallet's asset. */
  debits: string
}

/** A receiver that was issued for the first time: shared under an index, or alone. */
export interface ReceiverEvent extends IssuedReceiver {
  type: 'receiver'
}

/** A mark that the run was killed or interrupted before this line, and goes on after it. */
export interface ResumedEvent {
  type: 'resumed'
  at: string
}

/** A mark in a merged record: the record of one part of the plan follows. */
export interface ShardEvent {
  type: 'shard'
  index: number
  at: string
}

export interface EndEvent {
  type: 'end'
  /** `complete`; `not judged`, with the likeliest cause; or `interrupted`, with a cause if it was not the user. */
  outcome: 'complete' | 'not judged' | 'interrupted'
  /** The cause. In a complete run, the reason why less was learned than is possible. */
  sentence?: string
  at: string
}
