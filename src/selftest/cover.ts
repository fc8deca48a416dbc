/**
 * Few of many things that together have every pair that any thing has, in an order in which the first ones bring most.
 * Of those that bring as much, the one that comes first is taken.
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
