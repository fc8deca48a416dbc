/**
 * Selects a small part of `things` that together has every pair that any of them has. Those that add most pairs come
 * first. Ties are resolved by order.
 */
export function covering<T>(things: readonly T[], pairsOf: (thing: T) => readonly string[]): T[] {
  const seen = new Set<string>()
  const chosen: T[] = []
  const left = things.map((thing) => ({ thing, pairs: pairsOf(thing) }))
  const most = left.reduce((longest, { pairs }) => Math.max(longest, pairs.length), 0)
  for (let least = most; least > 0; least--) {
    for (const { thing, pairs } of left) {
      if (pairs.filter((pair) => !seen.has(pair)).length < least) continue
      chosen.push(thing)
      for (const pair of pairs) seen.add(pair)
    }
  }
  return chosen
}
