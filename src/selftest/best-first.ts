import type { CheckPart } from '../catalogue/worth.ts'

/**
 * Orders the parts of checks, the best first: each notices the most faults per request that no part before it notices.
 * Parts that notice nothing more are left out; whole checks follow, the cheapest first. `noticed` has, for each fault,
 * the keys of the parts that notice it. `price` returns what a part costs, in requests.
 */
export function bestFirst(
  noticed: ReadonlyArray<ReadonlySet<string>>,
  parts: readonly CheckPart[],
  whole: readonly CheckPart[],
  price = ({ requests }: CheckPart): number => requests,
): CheckPart[] {
  let open = [...noticed]
  const left = new Map(parts.map((part) => [partKey(part), part]))
  const ordered: CheckPart[] = []
  while (open.length > 0) {
    const gained = new Map<string, number>()
    for (const keys of open) for (const key of keys) gained.set(key, (gained.get(key) ?? 0) + 1)
    let best: { part: CheckPart; gain: number } | undefined
    for (const [key, part] of left) {
      const gain = (gained.get(key) ?? 0) / price(part)
      if (gain > 0 && gain > (best?.gain ?? 0)) best = { part, gain }
    }
    if (!best) break
    const { part } = best
    ordered.push(part)
    left.delete(partKey(part))
    open = open.filter((keys) => !keys.has(partKey(part)))
  }
  return [...ordered, ...[...whole].sort((a, b) => a.requests - b.requests || (a.check < b.check ? -1 : 1))]
}

/** Returns a text that is the same for two parts if they are the same part. */
export function partKey({ check, subject, given }: Omit<CheckPart, 'requests'>): string {
  return JSON.stringify([check, subject, given])
}
