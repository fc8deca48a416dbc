import { knownBy } from '../core/beginning.ts'

/** The memory of a rule, with one entry for each key. Keys may be long: the id of a resource may be a megabyte. */
export interface Memory<V> {
  get: (key: string) => V | undefined
  set: (key: string, value: V) => void
}

/** The most entries of a memory. A run may show any number of resources. */
const most = 10_000

/** Creates a predicate that is true the first time it gets a key. It forgets as a memory does. */
export function createFirstTime(limit?: number): (key: string) => boolean {
  const known = createMemory<true>(limit)
  return (key) => {
    const isFirst = !known.get(key)
    known.set(key, true)
    return isFirst
  }
}

/**
 * Creates a memory that forgets the entry that was not written for longest, so that its size stays bounded however long
 * a run is.
 */
export function createMemory<V>(limit: number = most): Memory<V> {
  const known = new Map<string, V>()
  return {
    get: (key) => known.get(knownBy(key)),
    set: (long, value) => {
      const key = knownBy(long)
      known.delete(key)
      known.set(key, value)
      if (known.size <= limit) return
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}
