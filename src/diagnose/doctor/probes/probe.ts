import type { WalletDocument } from '../../../core/wallet-document.ts'
import type { Target } from '../../../target-file/target.ts'
import type { ClockReading } from '../clock.ts'
import type { DoctorFinding } from '../finding.ts'
import type { DraftFor, TrialDifference, TriedAnswer } from '../trials.ts'

/** The facts that the doctor has when it begins to look for the part that a refusal is to be blamed on. */
export interface ProbeView {
  target: Target
  refused: TriedAnswer
  clock?: ClockReading | undefined
  document?: WalletDocument | undefined
}

/**
 * A part that may be to blame: how to send the same request without it, and what it means if the server accepts that.
 */
export interface Probe {
  difference?: TrialDifference
  /** Returns the request without the suspected part. Used where a different target is not enough. */
  mutate?: (ask: DraftFor) => DraftFor
  found: (accepted: TriedAnswer) => DoctorFinding
}
