import type { CheckPart } from '../catalogue/worth.ts'

/** The costs of parts, beside their own requests. */
export interface PartCosts {
  /** The requests that the values of a subject share, by the key of the subject. The first of them brings these. */
  shared: ReadonlyMap<string, number>
  /** Returns what the payments of a part are worth, in requests. */
  payments: (part: CheckPart) => number
}

/**
 * Orders the parts of checks, the best first: each notices the most faults per request that no part before it notices.
 * Parts that notice nothing more are left out; whole checks follow, the cheapest first. `noticed` has, for each fault,
 * the keys of the parts that notice it. Each part is returned with the requests that it adds to those before it.
 */
export function bestFirst(
  noticed: ReadonlyArray<ReadonlySet<string>>,
  parts: readonly CheckPart[],
  whole: readonly CheckPart[],
  { shared, payments }: PartCosts = { shared: new Map(), payments: () => 0 },
): CheckPart[] {
  let open = [...noticed]
  const begun = new Set<string>()
  const added = (part: CheckPart): number => {
    const key = subjectKey(part)
    return part.requests + (begun.has(key) || isWhole(part) ? 0 : (shared.get(key) ?? 0))
  }
  const left = new Map(parts.map((part) => [partKey(part), part]))
  const ordered: CheckPart[] = []
  while (open.length > 0) {
    const gained = new Map<string, number>()
    for (const keys of open) for (const key of keys) gained.set(key, (gained.get(key) ?? 0) + 1)
    let best: { part: CheckPart; gain: number } | undefined
    for (const [key, part] of left) {
      const gain = (gained.get(key) ?? 0) / (added(part) + payments(part))
      if (gain > 0 && gain > (best?.gain ?? 0)) best = { part, gain }
    }
    if (!best) break
    const { part } = best
    ordered.push({ ...part, requests: added(part) })
    begun.add(subjectKey(part))
    left.delete(partKey(part))
    open = open.filter((keys) => !keys.has(partKey(part)))
  }
  return [...ordered, ...[...whole].sort((a, b) => a.requests - b.requests || (a.check < b.check ? -1 : 1))]
}

/** Returns true for a part that is a whole check. */
export function isWhole({ subject, given }: Omit<CheckPart, 'requests'>): boolean {
  return subject === undefined && given === undefined
}

/** Returns the key that all values of a subject of a check have in common. */
export function subjectKey({ check, subject }: Omit<CheckPart, 'requests'>): string {
  return partKey({ check, subject })
}

/** Returns a text that is the same for two parts if they are the same part. */
export function partKey({ check, subject, given }: Omit<CheckPart, 'requests'>): string {
  return JSON.stringify([check, subject, given])
}
