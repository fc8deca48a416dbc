import type { VerdictEvent } from '../../core/events.ts'
import { Interrupted } from '../../http/failure.ts'
import type { Layer } from '../layers/transport.ts'

/** Ends a run early, after the first failure that counts. */
export interface Bail {
  /** Returns the check with that failure, or undefined. Once there is one, no further check begins. */
  failed: () => string | undefined
  /** Receives the verdict on a check, or the part of it that is certain before the check ends. */
  judged: (verdict: VerdictEvent) => void
  /** Interrupts the checks under way, except the one that failed, because its failure is still shrunk. */
  layer: (check: string) => Layer
  /** Called when the failed check is repeated. Nothing is interrupted from then on. */
  repeats: () => void
  /** Returns a sentence that says why the run ended, or undefined. */
  sentence: () => string | undefined
}

export function createBail(isEnough: (verdict: VerdictEvent) => boolean = () => false): Bail {
  let failed: string | undefined
  let isRepeating = false
  return {
    failed: () => failed,
    judged: (verdict) => {
      if (failed === undefined && isEnough(verdict)) failed = verdict.check
    },
    layer: (check) => (next) => async (draft, tamper) => {
      if (failed !== undefined && failed !== check && !isRepeating) throw new Interrupted()
      return next(draft, tamper)
    },
    repeats: () => {
      isRepeating = true
    },
    sentence: () => failed && `${failed} failed, and --bail ends the run there.`,
  }
}

/** The reason, as a sentence, why a run ends early without the user interrupting it. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
