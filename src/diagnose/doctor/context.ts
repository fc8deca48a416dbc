import type { Amount, Asset } from '../../core/amount.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { generationLimits } from '../../run/session/run.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { Target } from '../../target-file/target.ts'
import type { ClockReading } from './clock.ts'
import {
  areas,
  type Diagnosis,
  type DoctorArea,
  type DoctorFinding,
  type Info,
  type Unweighed,
} from './finding.ts'
import type { DraftFor, TrialDifference, Trials, TriedAnswer } from './trials.ts'

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

/** The notes that the doctor takes during an examination. */
export interface DoctorReport extends Pick<Diagnosis, 'findings' | 'good' | 'unseen'> {
  note: (finding: DoctorFinding | undefined) => void
  isGood: (area: DoctorArea, says: string) => void
  isUnseen: (area: DoctorArea, says: string) => void
  has: (area: DoctorArea) => boolean
  /** Returns the areas without any note. */
  blank: () => DoctorArea[]
}

export function createDoctorReport(): DoctorReport {
  const findings: DoctorFinding[] = []
  const good: Info[] = []
  const unseen: Info[] = []
  const has = (area: DoctorArea): boolean => findings.some((finding) => finding.area === area)
  return {
    findings,
    good,
    unseen,
    note: (finding) => {
      if (finding) findings.push(finding)
    },
    /** Ignored if the area has a finding. */
    isGood: (area, says) => {
      if (!has(area)) good.push({ area, says })
    },
    isUnseen: (area, says) => {
      unseen.push({ area, says })
    },
    has,
    blank: () =>
      areas.filter((area) => ![...findings, ...good, ...unseen].some((written) => written.area === area)),
  }
}

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
  found: (accepted: TriedAnswer) => Unweighed
}
