import type { HttpRequest } from '../../core/http-request.ts'
import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { OfferedSignature } from '../signature/read.ts'
import { offersOf } from '../signature/read.ts'
import { keyFor, type VerifyingKey } from '../signature/verifying-key.ts'
import { type Deviation, whyNot } from '../signature/why-not.ts'

/** The operations of the published authorization server specification, by `operationId`. */
export const authorizationOperations = [
  'post-request',
  'post-continue',
  'delete-continue',
  'post-token',
  'delete-token',
] as const

export type AuthorizationOperation = (typeof authorizationOperations)[number]

/** Every operation of which a client's requests are judged. */
export type ClientOperation = OperationId | AuthorizationOperation

/** A request that a client sent to an operation, together with the server's response. */
export interface ClientRequest {
  message: HttpRequest
  operation: ClientOperation
  status: number
  /** The headers of the response. */
  headers: Record<string, string>
  /** The body of the response. */
  text: string
  /**
   * The server's reason for refusing the request: a guard or a requirement, and a description in the server's own
   * words.
   */
  refusal?: { guard?: string; requirement?: string; description: string } | undefined
  at: Date
}

/** The origin of a token: a grant, or the person who started the server. */
export type TokenOrigin = 'granted' | 'given'

/** The keys that the server has registered, and the tokens that it has handed out. */
export interface ServerSide {
  keys: readonly VerifyingKey[]
  /** Returns undefined for a token that the server never gave. */
  originOf: (token: string) => TokenOrigin | undefined
}

/** A request that is parsed once for everything that is judged in it. */
export interface ReadRequest extends ClientRequest {
  accepted: boolean
  hasBody: boolean
  /** The body as JSON, or undefined if it is not JSON. */
  json: unknown
  /** A sentence that says why no signature can be read, or undefined if one can. */
  unsigned?: string
  /** The signature that is judged: one that verifies, else the first. */
  signature?: OfferedSignature
  /** The key that the keyid of the signature names. */
  key?: VerifyingKey
  /** The reason why the signature does not verify with that key. */
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
