import { spreadOf } from './alternate.ts'
import type { Comparison } from './comparison.ts'

/** A row of the table, as Markdown: the middle ratio, and between which ones it lies. */
export function rowOf(
  { title, aim, recorded }: Pick<Comparison, 'title' | 'aim' | 'recorded'>,
  ratios: readonly number[],
): string {
  const { median, least, most } = spreadOf(ratios)
  const cells = [
    title,
    ...[median, least, most].map((ratio) => ratio.toFixed(2)),
    ratios.length,
    recorded.median.toFixed(2),
    aim === undefined ? '' : 'atLeast' in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`,
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Whether the median is below two thirds of the recorded one, or above one and a half of it where lower is better. */
export function isWorse({ recorded }: Pick<Comparison, 'recorded'>, ratios: readonly number[]): boolean {
  const { median } = spreadOf(ratios)
  return recorded.better === 'higher' ? median < (recorded.median * 2) / 3 : median > recorded.median * 1.5
}
