import type { Amount, Asset } from '../../core/amount.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { generationLimits } from '../../run/session/run.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { Target } from '../../target-file/target.ts'
import type { ClockReading } from './clock.ts'
import type { DoctorReport } from './report.ts'
import type { DraftFor, Trials, TriedAnswer } from './trials.ts'

/** A target that the doctor examines, and what it knows about the target so far. */
export interface DoctorContext {
  target: Target
  trials: Trials
  report: DoctorReport
  receivers: ReceiverPool
  clock?: ClockReading | undefined
  document?: WalletDocument | undefined
  asset?: Asset | undefined
  /** The response to the list request that every run begins with. */
  list: TriedAnswer
  /** A quote to an open receiver, if one was accepted. */
  quote?: { ask: DraftFor; made: TriedAnswer } | undefined
}

/** Returns the amount that every control request of a run debits. */
export function controlAmount(target: Target, walletAsset: Asset): Amount {
  const { controlValue, wallet } = generationLimits({ target, walletAsset })
  return { value: String(controlValue), ...wallet }
}
