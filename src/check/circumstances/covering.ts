type Compatible<T> = (one: T, other: T) => boolean

export function compatiblePairs<T>(things: readonly T[], compatible: Compatible<T>): Array<[T, T]> {
  return things.flatMap((one, place) =>
    things
      .slice(place + 1)
      .filter((other) => compatible(one, other))
      .map((other): [T, T] => [one, other]),
  )
}

/**
 * Returns few sets of compatible things, always the same ones, so that every compatible pair stands together in one of
 * them. A thing that is compatible with no other forms a set of its own.
 */
export function coveringSets<T>(things: readonly T[], compatible: Compatible<T>): T[][] {
  const missing = new Map<T, Set<T>>(things.map((thing) => [thing, new Set()]))
  for (const [one, other] of compatiblePairs(things, compatible)) {
    missing.get(one)?.add(other)
    missing.get(other)?.add(one)
  }
  const sets = things.filter((thing) => missing.get(thing)?.size === 0).map((thing) => [thing])
  for (const first of things) {
    while ((missing.get(first)?.size ?? 0) > 0) {
      const set = grown(first, things, compatible, missing)
      for (const one of set) for (const other of set) missing.get(one)?.delete(other)
      sets.push(set)
    }
  }
  return sets
}

/**
 * Grows a set from one thing. Each step adds the compatible thing that covers most of the missing pairs, until none
 * covers any.
 */
const grown = <T>(
  first: T,
  things: readonly T[],
  compatible: Compatible<T>,
  missing: ReadonlyMap<T, ReadonlySet<T>>,
): T[] => {
  const set = [first]
  for (;;) {
    const fitting = things.filter(
      (thing) => !set.includes(thing) && set.every((member) => compatible(thing, member)),
    )
    const gain = (thing: T): number => set.filter((member) => missing.get(thing)?.has(member)).length
    const best = fitting.reduce<T | undefined>(
      (before, thing) => (gain(thing) > (before === undefined ? 0 : gain(before)) ? thing : before),
      undefined,
    )
    if (best === undefined) return set
    set.push(best)
  }
}

/** Returns the two halves of a list. */
export function halvesOf<T>(all: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}
