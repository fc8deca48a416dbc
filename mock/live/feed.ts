export type FeedTopic = 'exchange' | 'clock' | 'reset' | 'setup' | 'answers' | 'resource' | 'tenants'

/** Something that happened in a mock. */
export interface Happening {
  /** Counted from 1, over all resets. */
  number: number
  topic: FeedTopic
  data: unknown
}

/** What happens in a mock, as it happens, and the latest of it for those who come back. */
export interface Feed {
  /** Names this feed: numbers of another mean nothing here. */
  readonly name: string
  tell: (topic: FeedTopic, data: unknown) => void
  /** What happened after that number; undefined where some of it is forgotten. */
  since: (number: number) => Happening[] | undefined
  /** The number of the latest. */
  latest: () => number
  /** Undefined where there are as many listeners as there may be. Gives back what ends the listening. */
  listen: (told: (happening: Happening) => void) => (() => void) | undefined
  listeners: () => number
}

interface FeedBounds {
  /** How much is remembered. */
  kept: number
  listeners: number
}

export function createFeed(name: string, bounds: FeedBounds = { kept: 1000, listeners: 20 }): Feed {
  // A ring: number n stands in place n % kept.
  const ring: Happening[] = []
  const listeners = new Set<(happening: Happening) => void>()
  let count = 0
  return {
    name,
    tell(topic, data) {
      count += 1
      const happening = { number: count, topic, data }
      ring[count % bounds.kept] = happening
      for (const told of listeners) told(happening)
    },
    since(number) {
      if (number > count || number < count - ring.length) return undefined
      return ring.filter((happening) => happening.number > number).sort((a, b) => a.number - b.number)
    },
    latest: () => count,
    listen(told) {
      if (listeners.size >= bounds.listeners) return undefined
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    listeners: () => listeners.size,
  }
}
