import { spreadOf } from './alternate.ts'
import type { Comparison } from './comparison.ts'

/** A row of the table, as Markdown: the middle ratio, and between which ones it lies. */
export function rowOf({ title, aim }: Pick<Comparison, 'title' | 'aim'>, ratios: readonly number[]): string {
  const { median, least, most } = spreadOf(ratios)
  const cells = [
    title,
    ...[median, least, most].map((ratio) => ratio.toFixed(2)),
    ratios.length,
    'atLeast' in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`,
  ]
  return `| ${cells.join(' | ')} |\n`
}
