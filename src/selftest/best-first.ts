import type { Worth } from '../catalogue/worth.ts'
import type { RecordedRow } from './record.ts'

/**
 * Orders the checks, the best first: each notices the most faults per request that no check before it notices. Checks
 * that notice nothing more come last, the cheapest first. `requests` has what each check sends to the reference server
 * in the simplest circumstances. A check that sends nothing judges the responses that others get, so it needs no place.
 */
export function bestFirst(
  rows: ReadonlyArray<Pick<RecordedRow, 'killedBy' | 'killedElsewhereBy'>>,
  requests: ReadonlyMap<string, number>,
): Worth['checks'] {
  let open = rows
    .map(({ killedBy, killedElsewhereBy }) => new Set([...killedBy, ...killedElsewhereBy]))
    .filter((checks) => [...checks].every((check) => requests.has(check)))
  const left = new Map([...requests].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)))
  const ordered: Array<{ check: string; requests: number }> = []
  while (left.size > 0) {
    const gained = (check: string, cost: number): number =>
      open.filter((checks) => checks.has(check)).length / cost
    const isBetter = ([one, cost]: [string, number], [other, its]: [string, number]): boolean =>
      gained(one, cost) > gained(other, its)
    const [best] = [...left].reduce((before, one) => (isBetter(one, before) ? one : before))
    ordered.push({ check: best, requests: left.get(best) ?? 0 })
    left.delete(best)
    open = open.filter((checks) => !checks.has(best))
  }
  return ordered
}
