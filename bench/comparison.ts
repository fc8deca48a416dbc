import type { Settings } from './settings.ts'

/** Ours beside the least that could do the same. */
export interface Comparison {
  /** For `npm run bench -- ID`. */
  id: string
  title: string
  /** Absent where no aim was set. */
  aim?: { atLeast: number } | { atMost: number }
  /** The median on a quiet machine, and whether a higher one is better. bench/README.md shows it. */
  recorded: { median: number; better: 'higher' | 'lower' }
  /** Ratios, one of each pair that was measured. */
  measure: (settings: Settings) => Promise<number[]>
}
