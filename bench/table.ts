import { spreadOf } from './alternate.ts'
import type { Comparison } from './comparison.ts'

/** A row of the table in Markdown: the median ratio, and the least and the greatest one. */
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

/**
 * Returns true if the median is below two thirds of the recorded one, or, where lower is better, above one and a half
 * times the recorded one.
 */
export function isWorse({ recorded }: Pick<Comparison, 'recorded'>, ratios: readonly number[]): boolean {
  const { median } = spreadOf(ratios)
  return recorded.better === 'higher' ? median < (recorded.median * 2) / 3 : median > recorded.median * 1.5
}
