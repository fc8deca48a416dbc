import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { PublicKey } from '../core/request.ts'
import { targetOf, targetUriOf, type WholeRequest } from '../http/received.ts'
import type { World } from '../state/world.ts'
import type { Exchange, Exchanges, HeaderField, RefusalReason } from './exchange.ts'

/** The header of every response with the id of its exchange, by which it can be looked up. */
export const exchangeHeader = 'x-mock-exchange'

/**
 * The header of every refusal with the guard that refused the request, and with the requirement that the guard enforces
 * as a parameter.
 */
export const refusedByHeader = 'x-mock-refused-by'

/**
 * Stores a request and its response at the moment when the response is sent, or when it is certain that it never will
 * be.
 */
export function record(
  exchanges: Exchanges,
  world: World,
  request: WholeRequest,
  response: ServerResponse & Telling,
): void {
  const id = exchanges.next()
  response.setHeader(exchangeHeader, String(id))
  const keep = (answered: Buffer): void =>
    exchanges.keep(new Recorded(id, request, response, answered, exchanges.limits.body, world))
  const { end } = response
  // Covers every signature of end, and passes all arguments on unchanged.
  response.end = ((...all: Parameters<typeof end>) => {
    response.end = end
    keep(bytesOf(all[0]))
    return end.apply(response, all)
  }) as typeof end
  response.once('close', () => {
    if (response.end !== end) keep(nothing)
  })
}

/** Keeps references to node's header data. The lists of headers are built only when somebody reads them. */
class Recorded implements Exchange {
  readonly id: number
  readonly at: number
  readonly method: string
  readonly url: string
  readonly targetUri: string
  readonly body: Buffer
  readonly status: number
  readonly answerBody: Buffer
  readonly cutOff: number
  readonly headerLength: number
  readonly operation?: string
  readonly refusal?: RefusalReason
  readonly keys?: readonly PublicKey[]
  readonly broken?: string
  readonly #rawHeaders: readonly string[]
  readonly #answerHeaders: OutgoingHttpHeaders

  constructor(
    id: number,
    request: WholeRequest,
    response: ServerResponse & Telling,
    answered: Buffer,
    most: number,
    world: World,
  ) {
    const received = Buffer.isBuffer(request.body) ? request.body : nothing
    this.id = id
    this.at = world.now()
    this.method = request.method ?? ''
    this.url = targetOf(request)
    this.targetUri = targetUriOf(request, world.publicUrl)
    this.body = beginning(received, most)
    this.status = response.statusCode
    this.answerBody = beginning(answered, most)
    this.cutOff = beyond(received, most) + beyond(answered, most)
    this.#rawHeaders = request.rawHeaders
    this.#answerHeaders = response.getHeaders()
    this.headerLength = lengthOf(this.#rawHeaders) + lengthOf(Object.entries(this.#answerHeaders).flat())
    Object.assign(this, response[told])
  }

  get headers(): HeaderField[] {
    return fieldsOf(this.#rawHeaders)
  }

  get answerHeaders(): HeaderField[] {
    return Object.entries(this.#answerHeaders).map(([name, value]) => [name, String(value)])
  }
}

const lengthOf = (texts: readonly unknown[]): number => {
  let length = 0
  for (const text of texts) length += String(text).length
  return length
}

const nothing = Buffer.alloc(0)

const bytesOf = (chunk: unknown): Buffer => {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return Buffer.isBuffer(chunk) ? chunk : nothing
}

/** Copies the beginning of a body that is too long, so that the memory of the rest can be freed. */
const beginning = (bytes: Buffer, most: number): Buffer =>
  bytes.length > most ? Buffer.from(bytes.subarray(0, most)) : bytes

const beyond = (bytes: Buffer, most: number): number => Math.max(0, bytes.length - most)

export function fieldsOf(rawHeaders: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    fields.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  }
  return fields
}

/** Facts about an exchange that its request and response do not show. */
type Told = Pick<Exchange, 'operation' | 'refusal' | 'keys' | 'broken'>

const told = Symbol('told')

interface Telling {
  [told]?: Told
}

/** Adds facts about an exchange. Must be called before the response is sent. */
export function tell(response: ServerResponse & Telling, more: Told): void {
  response[told] = { ...response[told], ...more }
  if (more.refusal) response.setHeader(refusedByHeader, namedIn(more.refusal))
}

const namedIn = ({ guard, requirement }: RefusalReason): string =>
  requirement === undefined ? guard : `${guard};requirement="${requirement}"`
