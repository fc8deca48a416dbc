export type FeedTopic = 'exchange' | 'clock' | 'reset' | 'setup' | 'answers' | 'resource' | 'tenants'

/** An event in a mock. */
export interface Happening {
  /** The number of the event, counted from 1 across all resets. */
  number: number
  topic: FeedTopic
  data: unknown
}

/** The events of a mock as they happen. The latest ones are stored for listeners that reconnect. */
export interface Feed {
  /** The name of this feed. Numbers of another feed mean nothing here. */
  readonly name: string
  tell: (topic: FeedTopic, data: unknown) => void
  /** The events after that number, or undefined if some of them are no longer stored. */
  since: (number: number) => Happening[] | undefined
  /** The number of the latest event. */
  latest: () => number
  /** Adds a listener. Returns a function that removes it, or undefined if there are already too many listeners. */
  listen: (listener: (happening: Happening) => void) => (() => void) | undefined
  listeners: () => number
}

/** The most events that are stored, and the most listeners. */
const mostEvents = 1000
const mostListeners = 20

export function createFeed(name: string): Feed {
  // The ring buffer of events: number n is at index n % mostEvents.
  const ring: Happening[] = []
  const listeners = new Set<(happening: Happening) => void>()
  let count = 0
  return {
    name,
    tell(topic, data) {
      count += 1
      const happening = { number: count, topic, data }
      ring[count % mostEvents] = happening
      for (const listener of listeners) listener(happening)
    },
    since(number) {
      if (number > count || number < count - ring.length) return undefined
      return ring.filter((happening) => happening.number > number).sort((a, b) => a.number - b.number)
    },
    latest: () => count,
    listen(listener) {
      if (listeners.size >= mostListeners) return undefined
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    listeners: () => listeners.size,
  }
}
