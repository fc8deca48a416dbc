import { knownBy } from '../core/beginning.ts'

/** The memory of a rule, with one entry for each key. Keys may be long: the id of a resource may be a megabyte. */
export interface Memory<V> {
  get: (key: string) => V | undefined
  set: (key: string, value: V) => void
}

/** A run may show any number of resources; so many are known at a time. */
const most = 10_000

/** Forgets first what was not written for longest, so that a rule's memory stays the same however long a run is. */
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
