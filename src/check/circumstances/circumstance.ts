import type { OperationId } from '../../core/operations.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'

/**
 * A change of a valid request, or of how it is sent, that keeps its meaning. A server that accepts the valid request in
 * a circumstance must refuse the invalid one there too, as it does in the simplest circumstances.
 */
export interface Circumstance {
  /** The name of a group of alternatives. A request can be in only one of them at a time. */
  factor: string
  /** The name that reports show and replays ask for. It ends the sentence "Broken only …". */
  name: string
  /** Returns the request in this circumstance, or undefined if it cannot be in it. */
  apply: (draft: RequestDraft, session: TargetSession) => RequestDraft | undefined
  /** A request that is sent beside it: the same valid one just before, or another one at the same time. */
  beside?: 'the same before' | 'another meanwhile'
  /** Set if the server may refuse any valid request here, even if it accepts others. */
  isOpen?: true
  /** Set if the server may answer a valid GET with 304, which has no content. */
  mayBeUnmodified?: true
}

/** The part of a session that circumstances depend on. */
export interface TargetSession {
  target: Target
  memory?: {
    /** Returns a cursor that the list of the wallet gave in this run, if it gave one. */
    cursorOf: (list: OperationId) => string | undefined
  }
}

/** Circumstances in which a request is sent at once, at most one of each factor. */
export type Row = readonly Circumstance[]
