import type { PlannedCheck } from '../core/events.ts'
import type { ClaimCount, Note, Repetition, Verdict } from '../core/verdict.ts'

/** A check with what became of it. */
export interface CheckView extends PlannedCheck {
  /** One of its claims is a MUST, so that not knowing is not passing. */
  binding: boolean
  seed?: number | undefined
  /** Absent: it was not run. */
  verdict?: Verdict | undefined
  /** Of a failed check: what came of trying it once more. */
  repetition?: Repetition
  /** How long the server took to respond to its requests. */
  milliseconds: number
  counts: Record<string, ClaimCount>
  notes: Note[]
  partly: string[]
}
