import type { OperationId } from '../core/operations.ts'
import type { Waiting } from '../core/waiting.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'
import type { Target } from '../target-file/target.ts'
import type { Row } from './circumstances/table.ts'
import type { GenerationLimits } from './given.ts'
import type { KnownResources } from './known.ts'
import type { Supplies } from './needs/need.ts'
import type { UnacceptedRequest } from './unaccepted-request.ts'

/** One claim, put to the test on the wire. */
export interface Observation {
  requirement: string
  outcome: 'held' | 'broken' | 'noted'
  want: string
  got: string
  answer?: Answer
  /** Counts only if every control of this batch held. */
  behind?: number
}

/** The time of a test server, which can be moved. */
export interface ServerClock {
  /** Moves it on; gives what it is then, in milliseconds. Throws PreconditionFailed where that cannot be had. */
  advance: (milliseconds: number) => Promise<number>
  /** Whether it goes on only when it is moved. */
  stands: () => Promise<boolean>
}

/** What a run knows of the circumstances that its server takes. */
export interface Circumstances {
  /** Those of a row in which the whole request is accepted, with the control that shows it: one for the whole run. */
  taken: (session: Session, row: Row, whole: () => Promise<RequestDraft>) => Promise<Taken | undefined>
  /** Why none is tried: the limit that leaves no room for them. */
  noRoom?: string
  /** Rows in which something broke, the latest first: the next failure is likely to be of one of them. */
  found: Row[]
  /** A request that is good, to be under way beside another one. */
  company: (session: Session) => Promise<RequestDraft>
}

export interface Taken {
  row: Row
  control: Answer
}

/** Does things side by side, as far as a run has room. */
export type SideBySide = (count: number, work: (place: number) => Promise<void>) => Promise<void>

/** What the runner gives a check to work with. Everything sent or observed through it becomes an event. */
export interface Session {
  target: Target
  supplies: Supplies
  money: Money
  generated: Generated
  /** Only this case: of a replay. */
  replay?: { subject?: string | undefined; given?: unknown; circumstances?: readonly string[] | undefined }
  /**
   * Sends, and once more if the server failed and nothing can be made twice by it: the answer is the second one then. What
   * makes a payment, or makes or completes an incoming payment, is left to `again`.
   */
  send: (draft: RequestDraft, tamper?: Tamper) => Promise<Answer>
  /**
   * The answer itself, unless it is a failure of the server that was not tried again: then what came when the same
   * request was sent once more. Throws PreconditionFailed if limits do not allow that.
   */
  again: (answer: Answer) => Promise<Answer>
  observe: (observation: Observation) => void
  /** Notes that a subject was left out because the target file lacks what it needs. */
  leaveOut: (subject: OperationId, missing: string[]) => void
  controls: Controls
  memory: SessionMemory
  time: Time
  /** Absent where requests are tried in the plainest circumstances only. */
  circumstances?: Circumstances
  /** Does what does not depend on one another at the same time, as far as the run has room. */
  sideBySide: SideBySide
  /** Gives this session for one subject, case and circumstances, with which its observations are marked. */
  of: (place: { subject?: OperationId; given?: unknown; circumstances?: readonly string[] }) => Session
}

interface Money {
  /** Throws PreconditionFailed as long as the wallet's asset is unknown. */
  limits: () => GenerationLimits
  /** Counts a payment that the server made although it refused it. Throws PreconditionFailed if it passes a limit. */
  book: (debits: bigint) => void
}

interface Generated {
  /** Decides all generated values of this check. */
  seed: number
  /** Generated cases a property. */
  runs: number
}

/** Observations that say something was refused count only if the controls of their batch were accepted. */
interface Controls {
  /** A number for a batch of observations that share their controls. */
  open: () => number
  /** Sends a control; every observation behind one of `batches` counts only if it is accepted. */
  send: (draft: RequestDraft, batches: number[]) => Promise<Answer>
  /** Makes an answer already had the control of `batches`. */
  take: (answer: Answer, batches: number[]) => void
  /**
   * Sends the start's accepted request again as a control: a refused whole request counts only behind it, and only if
   * every input of the request that got the answer `refused` is established in this run.
   */
  witness: (refused?: Answer) => Promise<number>
}

/** The memory of a run: its requests so far. */
interface SessionMemory {
  /** The resources that this run has made or watched. */
  known: () => KnownResources
  /** Ids of the outgoing payments that this run made with tokens.full. */
  made: () => readonly string[]
  /** The requests that would have created something, and were refused or got no answer. */
  unaccepted: () => readonly UnacceptedRequest[]
  /** Kinds of what was waited for in vain, in this run and last. */
  inVain: Set<string>
  /** Comes back once whatever was about to be created has been answered: then `known` has it. */
  answered: () => Promise<void>
}

interface Time {
  /** Milliseconds that never go back, and a wait: for what takes time on the server. */
  own: Clock
  /** The server's own, where the target file offers to move it. */
  server?: ServerClock
}

/** Our own time. */
export interface Clock {
  now: () => number
  /** `waiting`: what is waited for, so that whoever watches the run is told. */
  wait: (milliseconds: number, waiting?: Waiting) => Promise<void>
}

export {
  MissingPrerequisite,
  NoFurtherConnection,
  nothingWithoutConnection,
  PreconditionFailed,
} from './needs/prerequisites.ts'
