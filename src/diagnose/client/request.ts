import type { HttpRequest } from '../../core/http-request.ts'
import { parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import { type OfferedSignature, offersOf } from '../signature/read.ts'
import { keyFor, type VerifyingKey } from '../signature/verifying-key.ts'
import { type Deviation, whyNot } from '../signature/why-not.ts'
import type { Facts } from './facts.ts'

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
  at: Date
}

/** The knowledge about a server with which a request of a client is judged. */
export interface ServerSide {
  /** The keys of its clients. */
  keys: readonly VerifyingKey[]
  /** Returns true for a token that an authorization server issued in this traffic. */
  isGranted: (token: string) => boolean
  /** Returns the name under which a token is recorded. */
  nameOf: (token: string) => string
  facts: Facts
}

/** The reason that a server gives for a refusal: its guard, a requirement, and a description in its own words. */
export interface ServerRefusal {
  guard: string
  requirement?: string
  description: string
}

/** A request that is parsed once for everything that is judged in it. */
export interface ReadRequest extends ClientRequest {
  accepted: boolean
  /** The reason for the refusal. Undefined if the server refused nothing, or gave no reason. */
  refusal?: ServerRefusal | undefined
  hasBody: boolean
  /** The body as JSON, or undefined if it is not JSON. */
  json: unknown
  /** The reason why no signature can be read, or undefined if one can. */
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
    refusal: refusalIn(request),
    hasBody: text !== '',
    json: parseJson(text),
    ...signatureIn(message, keys, request.at),
  }
}

/**
 * Reads the reason from a header that the mock sends. Servers without it have codes of their own, in which nothing can be
 * read.
 */
const refusalIn = ({ status, headers, text }: ClientRequest): ServerRefusal | undefined => {
  const [, guard, requirement] =
    /^([\w-]+)(?:;requirement="([\w.-]+)")?$/.exec(headers['x-mock-refused-by'] ?? '') ?? []
  if (status < 400 || guard === undefined) return undefined
  const description = valueAt(parseJson(text), 'error', 'description') ?? guard
  return { guard, ...(requirement !== undefined && { requirement }), description: String(description) }
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
