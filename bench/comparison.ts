import type { Settings } from './settings.ts'

/** A comparison of this project's code with the least that could do the same. */
export interface Comparison {
  /** The name for `npm run bench -- ID`. */
  id: string
  title: string
  /** The aim for the ratio, or undefined if none is set. */
  aim?: { atLeast: number } | { atMost: number }
  /** The median on a quiet machine, as bench/README.md shows it, and the better direction. */
  recorded: { median: number; better: 'higher' | 'lower' }
  /** Ratios, one of each pair that was measured. */
  measure: (settings: Settings) => Promise<number[]>
  /** Says in a line what else the ratios show. */
  also?: (ratios: readonly number[]) => string
}
