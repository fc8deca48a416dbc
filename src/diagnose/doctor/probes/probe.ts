import type { WalletDocument } from '../../../core/wallet-document.ts'
import type { Target } from '../../../target-file/target.ts'
import type { ClockReading } from '../clock.ts'
import type { DoctorFinding } from '../finding.ts'
import type { DraftFor, TrialDifference, TriedAnswer } from '../trials.ts'

/** What the doctor knows when it begins to look for the part that a refusal is to be blamed on. */
export interface ProbeView {
  target: Target
  /** The answer to the whole request. */
  refused: TriedAnswer
  clock?: ClockReading | undefined
  document?: WalletDocument | undefined
}

/** One part that may be to blame: the same request without it, and what it means if that is accepted. */
export interface Probe {
  difference?: TrialDifference
  /** The request without what may be to blame, where no other target asks so. */
  mutate?: (ask: DraftFor) => DraftFor
  found: (accepted: TriedAnswer) => DoctorFinding
}
