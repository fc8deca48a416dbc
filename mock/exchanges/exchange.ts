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
  headers: readonly Field[]
  /** Empty where it could not be read; the beginning alone where it was large. */
  body: Uint8Array
  status: number
  answerHeaders: readonly Field[]
  answerBody: Uint8Array
  /** Bytes of the bodies that were not kept. */
  cutOff: number
  /** Absent where no operation was addressed. */
  operation?: string
  /** The guard that refused, where one did. */
  refusal?: RefusedBy
  /** What was done to the answer on its way, where it was asked for. */
  broken?: string
}

export type Field = readonly [name: string, value: string]

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
export interface Finding {
  /** A stable name of the likeliest cause, such as `trailing-slash`. */
  cause: string
  /** The cause and what to do about it, in a sentence. */
  says: string
  /** Received and expected beside each other, such as the signature base line by line; what is absent has no key. */
  lines?: readonly Line[]
}

export interface Line {
  received?: string
  expected?: string
}

/** Finds what is wrong with a request that was refused, as the world stands. Asked only when somebody looks. */
export type Explain = (exchange: Exchange, world: World) => readonly Finding[]

/** An exchange in a line of a list. */
export interface Summary {
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

export function summaryOf({ id, at, method, url, status, operation, refusal, broken }: Exchange): Summary {
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
