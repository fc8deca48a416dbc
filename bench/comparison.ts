import type { Settings } from './settings.ts'

/** Ours beside the least that could do the same. */
export interface Comparison {
  /** For `npm run bench -- ID`. */
  id: string
  title: string
  aim: { atLeast: number } | { atMost: number }
  /** Ratios, one of each pair that was measured. */
  measure: (settings: Settings) => Promise<number[]>
}
