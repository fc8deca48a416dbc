import type { Exchange } from './exchange.ts'

export interface Limits {
  /** How many exchanges are kept. */
  count: number
  /** Bytes of each body. */
  body: number
  /** Bytes of all that are kept, headers and bodies. */
  bytes: number
}

const usualLimits: Limits = { count: 1000, body: 64 * 1024, bytes: 32 * 1024 * 1024 }

/** The latest exchanges of a mock. The oldest make room. */
export interface Exchanges {
  readonly limits: Limits
  /** The id of the exchange that begins. */
  next: () => number
  keep: (exchange: Exchange) => void
  get: (id: number) => Exchange | undefined
  /** Oldest first. */
  all: () => Exchange[]
  /** Calls for each exchange that is kept from then on, until what it gives back is called. */
  subscribe: (told: (exchange: Exchange) => void) => () => void
  /** Forgets all, and counts from 1 again. */
  clear: () => void
}

export function createExchanges(limits: Limits = usualLimits): Exchanges {
  const kept = new Map<number, Exchange>()
  const subscribers = new Set<(exchange: Exchange) => void>()
  let bytes = 0
  let count = 0

  const dropOldest = (): void => {
    for (const [id, exchange] of kept) {
      bytes -= sizeOf(exchange)
      kept.delete(id)
      return
    }
  }
  return {
    limits,
    next: () => ++count,
    keep(exchange) {
      // One that began before all was forgotten.
      if (exchange.id > count || kept.has(exchange.id)) return
      kept.set(exchange.id, exchange)
      bytes += sizeOf(exchange)
      while (kept.size > limits.count || (bytes > limits.bytes && kept.size > 1)) dropOldest()
      for (const told of subscribers) told(exchange)
    },
    get: (id) => kept.get(id),
    all: () => [...kept.values()],
    subscribe(told) {
      subscribers.add(told)
      return () => void subscribers.delete(told)
    },
    clear() {
      kept.clear()
      bytes = 0
      count = 0
    },
  }
}

/** What the bookkeeping of one takes beside its texts. */
const overhead = 500

const sizeOf = ({ url, targetUri, headers, body, answerHeaders, answerBody }: Exchange): number =>
  overhead +
  url.length +
  targetUri.length +
  body.length +
  answerBody.length +
  lengthOf(headers) +
  lengthOf(answerHeaders)

const lengthOf = (fields: Exchange['headers']): number => {
  let length = 0
  for (const [name, value] of fields) length += name.length + value.length
  return length
}
