import type { PublicKey } from '../core/request.ts'
import type { World } from '../state/world.ts'

/** A request that the mock received, and its response, both as sent over the network. */
export interface Exchange {
  /**
   * The number of the exchange, counted from 1 since the mock began. Every response has it in the header
   * `x-mock-exchange`.
   */
  id: number
  /** The time of the response by the clock of the mock, in milliseconds. */
  at: number
  method: string
  /** The request target as received: a path with its query. */
  url: string
  /** The target under the public URL of the mock, which a signature has to cover as @target-uri. */
  targetUri: string
  /** The request headers in the order and the case in which they were received. */
  headers: readonly HeaderField[]
  /** The request body. It is empty if it could not be read, and only its beginning if it was large. */
  body: Uint8Array
  status: number
  answerHeaders: readonly HeaderField[]
  answerBody: Uint8Array
  /** The number of bytes of both bodies that were not stored. */
  cutOff: number
  /** The number of characters of all headers, if already counted. */
  headerLength?: number
  /** The operation, or undefined if the request addressed none. */
  operation?: string
  /** The guard that refused the request, if one did. */
  refusal?: RefusalReason
  /** The only keys with which its signature was verified, if these were not the keys that the mock has registered. */
  keys?: readonly PublicKey[]
  /** The change that an order of the control API made to the response, if any. */
  broken?: string
}

export type HeaderField = readonly [name: string, value: string]

/** The reason why a request was refused. */
export interface RefusalReason {
  guard: string
  /** The requirement that the guard enforces, if any. */
  requirement?: string
  description: string
  /** The complete value that was expected, if it does not fit in a sentence. */
  expected?: string
}

/** A finding that explains a refused request. */
export interface ExplainedFinding {
  /** A stable name of the likeliest cause, such as `trailing-slash`. */
  cause: string
  /** A sentence with the cause and a remedy. */
  says: string
  /** Received and expected values side by side, such as the signature base line by line. A missing value has no key. */
  lines?: readonly ComparedLine[]
}

export interface ComparedLine {
  received?: string
  expected?: string
}

/**
 * Explains what is wrong with a refused request, in the current state of the world. It is called only when somebody
 * looks.
 */
export type Explain = (exchange: Exchange, world: World) => readonly ExplainedFinding[]

/** An exchange as one line of a list. */
export interface ExchangeSummary extends Pick<Exchange, 'id' | 'method' | 'status' | 'operation' | 'broken'> {
  at: string
  /** The URL, or only its beginning if it is long. */
  url: string
  /** The id of the guard that refused the request. */
  refusedBy?: string
}

/** The longest beginning of a URL in a list. */
const longest = 300

export function summaryOf({
  id,
  at,
  method,
  url,
  status,
  operation,
  refusal,
  broken,
}: Exchange): ExchangeSummary {
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    url: url.length > longest ? `${url.slice(0, longest)}…` : url,
    status,
    ...(operation !== undefined && { operation }),
    ...(refusal && { refusedBy: refusal.guard }),
    ...(broken !== undefined && { broken }),
  }
}

/** Returns true if a guard refused the request, or if the status of the response is an error. */
export function isRefused({ status, refusal }: Exchange): boolean {
  return refusal !== undefined || status >= 400
}

export interface ExchangeLimits {
  /** The most exchanges that are stored. */
  count: number
  /** The most bytes of each body. */
  body: number
  /** The most bytes of all stored exchanges, headers and bodies. */
  bytes: number
}

const usualLimits: ExchangeLimits = { count: 1000, body: 64 * 1024, bytes: 32 * 1024 * 1024 }

/** The latest exchanges of a mock. New ones displace the oldest. */
export interface Exchanges {
  readonly limits: ExchangeLimits
  /** Returns the id of an exchange that begins. */
  next: () => number
  keep: (exchange: Exchange) => void
  get: (id: number) => Exchange | undefined
  /** All stored exchanges, oldest first. */
  all: () => Exchange[]
  /** Calls `listener` for each further exchange that is stored. Returns a function that ends the subscription. */
  subscribe: (listener: (exchange: Exchange) => void) => () => void
  /** Forgets all exchanges, and counts from 1 again. */
  clear: () => void
}

export function createExchanges(limits: ExchangeLimits = usualLimits): Exchanges {
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
      // The exchange began before the last call of clear.
      if (exchange.id > count || kept.has(exchange.id)) return
      kept.set(exchange.id, exchange)
      bytes += sizeOf(exchange)
      while (kept.size > limits.count || (bytes > limits.bytes && kept.size > 1)) dropOldest()
      for (const listener of subscribers) listener(exchange)
    },
    get: (id) => kept.get(id),
    all: () => [...kept.values()],
    subscribe(listener) {
      subscribers.add(listener)
      return () => void subscribers.delete(listener)
    },
    clear() {
      kept.clear()
      bytes = 0
      count = 0
    },
  }
}

/** The estimated size of an exchange without its texts, in bytes. */
const overhead = 500

const sizeOf = (exchange: Exchange): number => {
  const { url, targetUri, body, answerBody, headerLength } = exchange
  const ofHeaders = headerLength ?? lengthOf(exchange.headers) + lengthOf(exchange.answerHeaders)
  return overhead + url.length + targetUri.length + body.length + answerBody.length + ofHeaders
}

const lengthOf = (fields: Exchange['headers']): number => {
  let length = 0
  for (const [name, value] of fields) length += name.length + value.length
  return length
}
