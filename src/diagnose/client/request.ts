import type { HttpRequest } from '../../core/http-request.ts'
import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { OfferedSignature } from '../signature/read.ts'
import { offersOf } from '../signature/read.ts'
import { keyFor, type VerifyingKey } from '../signature/verifying-key.ts'
import { type Deviation, whyNot } from '../signature/why-not.ts'

/** Of the published authorization server specification, by its `operationId`. */
export const authorizationOperations = [
  'post-request',
  'post-continue',
  'delete-continue',
  'post-token',
  'delete-token',
] as const

export type AuthorizationOperation = (typeof authorizationOperations)[number]

/** Everything that a client sends and that is judged. */
export type ClientOperation = OperationId | AuthorizationOperation

/** A request that a client sent to an operation, with what the server made of it. */
export interface ClientRequest {
  message: HttpRequest
  operation: ClientOperation
  status: number
  /** Of the answer. */
  headers: Record<string, string>
  /** Of the answer. */
  text: string
  /** Where the server refused it: for the sake of which requirement, and in its own words. */
  refusal?: { guard?: string; requirement?: string; description: string } | undefined
  at: Date
}

/** Where a token comes from: a grant, or whoever began the server. */
export type TokenOrigin = 'granted' | 'given'

/** What the server has registered and handed out. */
export interface ServerSide {
  keys: readonly VerifyingKey[]
  /** Undefined for one that the server never gave. */
  originOf: (token: string) => TokenOrigin | undefined
}

/** A request, read once for all that is judged of it. */
export interface ReadRequest extends ClientRequest {
  accepted: boolean
  hasBody: boolean
  /** The body as JSON; undefined where it is none. */
  json: unknown
  /** Why no signature can be read: a sentence. Absent where one can. */
  unsigned?: string
  /** The signature that is judged: one that is good, else the first. */
  signature?: OfferedSignature
  /** The key of its keyid. */
  key?: VerifyingKey
  /** Why it does not verify by that key. */
  deviation?: Deviation
}

export function readRequest(request: ClientRequest, { keys }: ServerSide): ReadRequest {
  const { message, status } = request
  const text = Buffer.from(message.body ?? []).toString()
  return {
    ...request,
    accepted: status >= 200 && status < 300,
    hasBody: text !== '',
    json: parseJson(text),
    ...signatureIn(message, keys, request.at),
  }
}

type SignatureRead = Pick<ReadRequest, 'unsigned' | 'signature' | 'key' | 'deviation'>

const signatureIn = (message: HttpRequest, keys: readonly VerifyingKey[], now: Date): SignatureRead => {
  const offers = offersOf(message)
  const read = offers.filter((offer) => 'bytes' in offer)
  let first: SignatureRead | undefined
  for (const signature of read) {
    const named = keyFor(signature, keys)
    const deviation = named && whyNot({ message, signature, keys, bases: [], now })
    const found = { signature, ...(named && { key: named }), ...(deviation && { deviation }) }
    if (named && !deviation) return found
    first ??= found
  }
  const [unreadable] = offers
  return first ?? { unsigned: unreadable && 'unreadable' in unreadable ? unreadable.unreadable : '' }
}
