import type { Asset } from './amount.ts'
import type { OperationId } from './operations.ts'
import type { Handed } from './receiver.ts'
import type { ClaimCount, Note, Repetition, Verdict } from './verdict.ts'

/** Version of the event stream's format; see spec/schemas/events.json. */
export const eventsVersion = 1

/** One line of a run's record. Everything a report says is derived from these. */
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
  version: typeof eventsVersion
  harness: string
  /**
   * Absent: the server, by requests of the run. Of a client, the target is the server that it spoke to; `traffic` is the
   * server by requests of others.
   */
  judges?: 'client' | 'traffic'
  target: {
    name: string
    baseUrl: string
    walletAddress: string
    walletAsset?: Asset
    file?: string
    /** Of baseUrl in that file. */
    line?: number
  }
  profile: string
  /** The target file's profileOverrides, by the profile's keys. */
  overrides: Record<string, unknown>
  seed: number
  /** Generated cases a property. */
  runs: number
  concurrency: number
  at: string
  /** Only this part of the plan is run. */
  shard?: Shard
  /** Number of parts that the record was merged from. */
  shards?: number
}

/** A part of a plan: the `index`-th of `count`, from 1. */
export interface Shard {
  index: number
  count: number
  /** Of the whole plan, its limits and the requirements: the same in all parts. */
  digest: string
}

export interface PlannedCheck {
  id: string
  title: string
  topic: string
  /** Every requirement that the check can judge. */
  claims: string[]
  operations: OperationId[]
  /** The needs that the target file does not give: not empty, the check is skipped. */
  missing: string[]
  /** The most requests that it sends, shrinking aside. */
  requests: number
  /** Sends nothing itself: judges the exchanges that others cause, all of them or only those that happen to be. */
  passive?: 'expected' | 'listening'
  /** The part of the plan that runs it; absent: all of them. */
  shard?: number
}

export interface PlanEvent {
  type: 'plan'
  checks: PlannedCheck[]
}

export type CheckEvent =
  | { type: 'check'; check: string; state: 'started'; seed: number }
  /** The target file lacks a need: of the check, or only of one of its subjects, which is then left out. */
  | { type: 'check'; check: string; state: 'skipped'; missing: string[]; subject?: OperationId }
  /** `reason`: why nothing could be learned; `error`: the harness is at fault. */
  | {
      type: 'check'
      check: string
      state: 'ended'
      reason?: string
      error?: { message: string; stack?: string | undefined }
    }

/** A request with its response, or the failure to get one. Secrets are replaced, their shape is kept. */
export interface ExchangeEvent {
  type: 'exchange'
  number: number
  check: string
  /** Absent where the request is addressed to no operation of the interface. */
  operation?: OperationId
  request: RecordedRequest
  response?: RecordedResponse
  failure?: { code: string; message: string }
  /** Number of the exchange that had the same request before, signed for that one, and got a failure of the server. */
  repeats?: number
  /** A count that orders sends and receipts: B is later than A when B.sent > A.received. */
  sent: number
  received: number
  at: string
  milliseconds: number
}

export interface RecordedRequest {
  method: string
  /** baseUrl + path: what is signed as @target-uri. */
  url: string
  headers: Record<string, string>
  body?: string
  /** Name of the token in the target file, such as `tokens.full`. */
  token?: string
  /** How it was signed; absent where it was not. */
  signing?: RecordedSigning
  /** What was changed after signing: header names, `body`, `method`, `url`. */
  altered?: string[]
}

export interface RecordedSigning {
  /** Name of the key in the target file, such as `signing`. */
  key: string
  keyId: string
  label: string
  components: string[]
  /** The signature base, token replaced. */
  base: string
}

export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** The run had written as much of answers as it may: only the beginning is here, of a body of so many characters. */
  cut?: number
}

/**
 * One moment at which a claim was put to the test. With `control` it is a control of that batch and names no
 * requirement; with `behind` it counts only if every control of that batch held.
 */
export interface ObservationEvent {
  type: 'observation'
  check: string
  requirement?: string
  outcome: 'held' | 'broken' | 'noted'
  want: string
  got: string
  given?: unknown
  subject?: string
  /** What its request was sent in, beside the plainest circumstances: each ends the sentence "Broken only …". */
  circumstances?: readonly string[]
  /** The id of the resource that it is about. */
  resource?: string
  exchange?: number
  /** The exchange that set the expectation, where that was an earlier one. */
  earlier?: number
  /** Of what a rule says of an answer that is not a success: the check that sent the request. */
  sentBy?: string
  control?: number
  behind?: number
  /** Made by the judge from exchanges (schemas, rules), so it can be had again without the record. */
  derived?: true
  /** Seen when the check was repeated: has no part in its verdict. */
  repeat?: true
}

export interface VerdictEvent {
  type: 'verdict'
  check: string
  verdict: Verdict
  claims: Record<string, ClaimCount>
  notes: Note[]
  /** Subjects left out because the target file lacks what they need. */
  partly: string[]
}

/** A failed check is tried once more, after its verdict. */
export type RepeatEvent =
  | { type: 'repeat'; check: string; state: 'started' }
  /** `reason`: why nothing, or not all, could be tried; `error`: the harness is at fault. */
  | {
      type: 'repeat'
      check: string
      state: 'ended'
      reason?: string
      error?: { message: string; stack?: string | undefined }
    }
  | RepetitionEvent

/** What follows from the events of a repeat. */
export interface RepetitionEvent {
  type: 'repeat'
  check: string
  state: 'judged'
  repetition: Repetition
}

/**
 * A payment is about to be sent that debits so much if it is made, or was not made after all. Written down before it is
 * sent, so that a run that was killed knows what it may have spent.
 */
export interface PaymentEvent {
  type: 'payment'
  check: string
  state: 'sending' | 'not made'
  /** In the smallest unit of the wallet's asset. */
  debits: string
}

/** A receiver was handed out for the first time: shared under an index, or alone. */
export interface ReceiverEvent extends Handed {
  type: 'receiver'
}

/** The run was killed or interrupted before this line, and goes on after it. */
export interface ResumedEvent {
  type: 'resumed'
  at: string
}

/** In a merged record: what one part of the plan has recorded follows. */
export interface ShardEvent {
  type: 'shard'
  index: number
  at: string
}

export interface EndEvent {
  type: 'end'
  /** `complete`; `not judged` with the likeliest cause; `interrupted`, with a cause if it was not the user. */
  outcome: 'complete' | 'not judged' | 'interrupted'
  /** That cause; of a complete run, why less was learned than could be. */
  sentence?: string
  at: string
}
