import type { Waiting } from '../core/environment.ts'
import type { OperationId } from '../core/operations.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'
import type { Target } from '../target-file/target.ts'
import type { GenerationLimits } from './cases/given.ts'
import type { Row } from './circumstances/table.ts'
import type { KnownResources } from './known.ts'
import type { Supplies } from './needs/need.ts'
import type { FailedPlace, Place } from './place.ts'
import type { UnshownCreation } from './unshown-creation.ts'

/** A claim that was put to the test on the wire. */
export interface Observation {
  requirement: string
  outcome: 'held' | 'broken' | 'noted'
  want: string
  got: string
  answer?: Answer
  /** The number of a batch. The observation counts only if every control of that batch was accepted. */
  behind?: number
}

/** The clock of a test server, which can be moved. */
export interface ServerClock {
  /** Moves the clock forward, and returns the new time in milliseconds. Throws PreconditionFailed if that fails. */
  advance: (milliseconds: number) => Promise<number>
  /** Returns true if the time advances only when it is moved. */
  stands: () => Promise<boolean>
  /** Returns the server's time by the last answer of the clock, or undefined if there was none yet. */
  now?: () => number | undefined
}

/** The order in which a run tries the parts of its checks. */
export interface BestFirst {
  /** Returns true for a part that is among those that notice the most. */
  isBest: (part: Place) => boolean
  /** Resolves when every check that could begin has sent those parts, or when this check has broken a claim. */
  first: () => Promise<void>
  /** Reports that a claim broke. */
  broke: () => void
}

/** The facts that a run knows about the circumstances that its server accepts. */
export interface Circumstances {
  /**
   * Returns the circumstances of a row in which the valid request is accepted, with the control that shows it. One
   * control serves the whole run.
   */
  acceptedRow: (
    session: Session,
    row: Row,
    valid: () => Promise<RequestDraft>,
  ) => Promise<AcceptedRow | undefined>
  /** The reason why no circumstances are tried: the limit that leaves no room for them. */
  noRoom?: string
  /** Resolves when every check that could begin has sent its requests in the simplest circumstances. */
  plainFirst: () => Promise<void>
  /** Rows in which something broke, the latest first. The next failure is likely to be in one of them. */
  found: Row[]
  /**
   * Sends a valid request that another one can be sent beside, unless such a request is under way already. Resolves when it
   * is under way.
   */
  beside: (session: Session) => Promise<{ answer: Promise<unknown> }>
}

export interface AcceptedRow {
  row: Row
  control: Answer
}

/** Does work in parallel, as far as the run has room. */
export type Concurrently = (count: number, work: (place: number) => Promise<void>) => Promise<void>

/** The tools that the runner gives a check. Everything that is sent or observed through them becomes an event. */
export interface Session {
  target: Target
  supplies: Supplies
  money: Money
  generated: Generated
  /** The only places to try. Everything is tried if the member is missing. */
  only?: readonly Place[]
  /** Decides what comes first. The member is missing if the order does not matter. */
  best?: BestFirst
  /** Set in a replay, with the circumstances of the failure. */
  replay?: Pick<FailedPlace, 'circumstances'>
  /**
   * Sends a request, and retries it if the server failed and the retry cannot create anything twice. The result is then
   * the answer to the retry. Requests that make a payment, or that make or complete an incoming payment, are left to
   * `again`.
   */
  send: (draft: RequestDraft, tamper?: Tamper) => Promise<Answer>
  /**
   * Returns the answer itself, unless it is a failure of the server that was not retried: then the request is sent once
   * more, and its answer is returned. Throws PreconditionFailed if limits do not allow that.
   */
  again: (answer: Answer) => Promise<Answer>
  observe: (observation: Observation) => void
  /** Reports that a subject was left out because the target file lacks what it needs. */
  skip: (subject: OperationId, missing: string[]) => void
  controls: Controls
  memory: SessionMemory
  time: Time
  /** The circumstances of the run. The member is missing if requests are tried in the simplest ones only. */
  circumstances?: Circumstances
  /** Does independent work in parallel, as far as the run has room. */
  concurrently: Concurrently
  /** Returns this session for one subject, case and circumstances. Its observations are marked with them. */
  of: (place: SessionPlace) => Session
}

/** The place in a check that a session is for. */
export interface SessionPlace {
  subject?: OperationId
  given?: unknown
  circumstances?: readonly string[]
}

interface Money {
  /** Returns the limits. Throws PreconditionFailed as long as the wallet's asset is unknown. */
  limits: () => GenerationLimits
  /** Counts a payment that the server made although it refused it. Throws PreconditionFailed if it exceeds a limit. */
  book: (debits: bigint) => void
}

interface Generated {
  /** Decides all generated values of this check. */
  seed: number
  /** The seed of the run. It decides what checks share, so that together they try everything. */
  runSeed: number
  /** The number of generated cases per property. */
  runs: number
}

/**
 * The control requests of a check. Observations of refusals count only if the controls of their batch were accepted.
 */
interface Controls {
  /** Returns a number for a batch of observations that share their controls. */
  open: () => number
  /** Returns a number for a batch that shares its controls with other checks. It stays open until `settled` gets the number. */
  openShared: () => number
  /**
   * Announces that all controls of the observations so far were sent, except those of open shared batches. Broken
   * claims are then certain, and a run that ends at the first failure ends.
   */
  settled: (batch?: number) => void
  /** Sends a control. Every observation behind one of `batches` counts only if the control is accepted. */
  send: (draft: RequestDraft, batches: number[]) => Promise<Answer>
  /**
   * Makes the last accepted answer to the same request, of whichever check, the control of `batches`, if it was sent
   * after these answers had arrived. Sends the request only if the run has none.
   */
  reuse: (draft: RequestDraft, batches: number[], after?: readonly Answer[]) => Promise<Answer>
  /** Makes an existing answer the control of `batches`. */
  take: (answer: Answer, batches: number[]) => void
  /**
   * Sends the start's accepted request again as a control. A refusal of a valid request counts only behind it, and only
   * if every input of the request that got the answer `refused` is established in this run, and if `plain`, a plainer
   * request for as much, is accepted too.
   */
  witness: (refused?: Answer, plain?: RequestDraft) => Promise<number>
}

/** The memory of a run: its requests so far. */
interface SessionMemory {
  /** Returns the resources that this run has created or seen. */
  known: () => KnownResources
  /** Returns the ids of the outgoing payments that this run made with tokens.full. */
  made: () => readonly string[]
  /** Returns the requests that would have created something, and whose answers show nothing that they made. */
  unshown: () => readonly UnshownCreation[]
  /** Returns a cursor that the list of the wallet gave in this run, if it gave one. */
  cursorOf: (list: OperationId) => string | undefined
  /** The most milliseconds by which a Date header has been seen to be behind the clock of the server. */
  readonly dateIsBehind: number
  /** The kinds of things whose last wait in this run timed out. */
  timedOut: Set<string>
  /**
   * Resolves after every request under way that may create something has been answered: then `known` has its resource.
   */
  answered: () => Promise<void>
}

interface Time {
  /** A monotonic clock in milliseconds, with a wait for what takes time on the server. */
  own: Clock
  /** The server's own clock, if the target file offers to move it. */
  server?: ServerClock
}

/** The harness's own clock. */
export interface Clock {
  now: () => number
  /** Waits. `waiting` says what for, so that whoever watches the run can be told. */
  wait: (milliseconds: number, waiting?: Waiting) => Promise<void>
}

export {
  MissingPrerequisite,
  NoFurtherConnection,
  nothingWithoutConnection,
  PreconditionFailed,
} from './needs/prerequisites.ts'
