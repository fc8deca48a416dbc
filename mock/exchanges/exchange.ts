import type { PublicKey } from '../core/request.ts'
import type { World } from '../state/world.ts'

/** A request that the mock got, with its answer, as both were on the wire. */
export interface Exchange {
  /** Counted from 1 since the mock began; every answer has it in the header `x-mock-exchange`. */
  id: number
  /** When the request was answered, by the clock of the mock, in milliseconds. */
  at: number
  method: string
  /** The request target as it came: a path with its query. */
  url: string
  /** By the URL under which the mock is known: what a signature has to cover as @target-uri. */
  targetUri: string
  /** In the order and the case in which they came. */
  headers: readonly HeaderField[]
  /** Empty where it could not be read; the beginning alone where it was large. */
  body: Uint8Array
  status: number
  answerHeaders: readonly HeaderField[]
  answerBody: Uint8Array
  /** Bytes of the bodies that were not kept. */
  cutOff: number
  /** Characters of all headers, if they are counted already. */
  headerLength?: number
  /** Absent where no operation was addressed. */
  operation?: string
  /** The guard that refused, where one did. */
  refusal?: RefusedBy
  /** The keys by which alone its signature was verified, where those were not the ones that the mock has registered. */
  keys?: readonly PublicKey[]
  /** What was done to the answer on its way, where it was asked for. */
  broken?: string
}

export type HeaderField = readonly [name: string, value: string]

/** Why a request was refused. */
export interface RefusedBy {
  guard: string
  /** The requirement that the guard enforces, where it enforces one. */
  requirement?: string
  description: string
  /** What was expected in full, where a sentence does not hold it. */
  expected?: string
}

/** What is wrong with a request. */
export interface ExplainedFinding {
  /** A stable name of the likeliest cause, such as `trailing-slash`. */
  cause: string
  /** The cause and what to do about it, in a sentence. */
  says: string
  /** Received and expected beside each other, such as the signature base line by line; what is absent has no key. */
  lines?: readonly ComparedLine[]
}

export interface ComparedLine {
  received?: string
  expected?: string
}

/** Finds what is wrong with a request that was refused, as the world stands. Asked only when somebody looks. */
export type Explain = (exchange: Exchange, world: World) => readonly ExplainedFinding[]

/** An exchange in a line of a list. */
export interface ExchangeSummary {
  id: number
  at: string
  method: string
  /** Its beginning, where it is long. */
  url: string
  status: number
  operation?: string
  /** Id of the guard that refused. */
  refusedBy?: string
  broken?: string
}

/** No more of a URL stands in a list. */
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

/** Whether the mock refused: by a guard, or by the status of its answer. */
export function isRefused({ status, refusal }: Exchange): boolean {
  return refusal !== undefined || status >= 400
}

export interface ExchangeLimits {
  /** How many exchanges are kept. */
  count: number
  /** Bytes of each body. */
  body: number
  /** Bytes of all that are kept, headers and bodies. */
  bytes: number
}

const usualLimits: ExchangeLimits = { count: 1000, body: 64 * 1024, bytes: 32 * 1024 * 1024 }

/** The latest exchanges of a mock. The oldest make room. */
export interface Exchanges {
  readonly limits: ExchangeLimits
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
