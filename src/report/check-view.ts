import type { PlannedCheck } from '../core/events.ts'
import type { ClaimCount, Note, Repetition, Verdict } from '../core/verdict.ts'

/** A check with its result. */
export interface CheckView extends PlannedCheck {
  /** Set if one of its claims is a MUST that is not disputed. An inconclusive result then leaves the run not judged. */
  binding: boolean
  seed?: number | undefined
  /** The verdict, or undefined if the check was not run. */
  verdict?: Verdict | undefined
  /** The result of repeating the check, if it failed. */
  repetition?: Repetition
  /** The time that the server took to respond to its requests. */
  milliseconds: number
  counts: Record<string, ClaimCount>
  notes: Note[]
  partly: string[]
}
