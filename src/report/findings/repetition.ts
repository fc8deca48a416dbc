import type { Repetition } from '../../core/verdict.ts'

export function isUnstable(repetition: Repetition | undefined): boolean {
  return repetition?.outcome === 'passed'
}

/** Describes the result of repeating a failed check. */
export function repetitionInWords(repetition: Repetition): string {
  switch (repetition.outcome) {
    case 'failed':
      return 'failed again with the same values'
    case 'passed':
      return 'unstable: it passed with the same values, but still counts as failed'
    case 'not made':
      return `not repeated: ${repetition.reason}`
    case 'inconclusive':
      return `repeated without a result: ${repetition.reason}`
    case 'error':
      return `the harness is at fault: ${repetition.reason}`
  }
}
