import type { Request, Response } from 'express'
import { originOf } from '../http/received.ts'
import type { World } from '../state/world.ts'
import type { Exchange, Exchanges, Field, RefusedBy } from './exchange.ts'

/** In every answer, so that it can be looked up. */
export const exchangeHeader = 'x-mock-exchange'

/** Keeps each request with its answer at the moment at which that is sent, or will never be. */
export const recording =
  (exchanges: Exchanges, world: World) =>
  (request: Request, response: Response, next: () => void): void => {
    const id = exchanges.next()
    response.setHeader(exchangeHeader, String(id))
    const keep = (answered: Buffer): void =>
      exchanges.keep(exchangeOf(id, request, response, answered, exchanges, world))
    const end = response.end
    // Typed for every form in which end is called; all are passed on as they are.
    response.end = ((...all: Parameters<typeof end>) => {
      response.end = end
      keep(bytesOf(all[0]))
      return end.apply(response, all)
    }) as typeof end
    response.once('close', () => {
      if (response.end !== end) keep(nothing)
    })
    next()
  }

const exchangeOf = (
  id: number,
  request: Request,
  response: Response,
  answered: Buffer,
  { limits }: Exchanges,
  world: World,
): Exchange => {
  const received = Buffer.isBuffer(request.body) ? request.body : nothing
  return {
    id,
    at: world.now(),
    method: request.method,
    url: request.originalUrl,
    targetUri: originOf(world.publicUrl) + request.originalUrl,
    headers: fieldsOf(request.rawHeaders),
    body: beginning(received, limits.body),
    status: response.statusCode,
    answerHeaders: answerFields(response),
    answerBody: beginning(answered, limits.body),
    cutOff: beyond(received, limits.body) + beyond(answered, limits.body),
    ...toldOf(response),
  }
}

const nothing = Buffer.alloc(0)

const bytesOf = (chunk: unknown): Buffer => {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return Buffer.isBuffer(chunk) ? chunk : nothing
}

/** A copy where something is left out, so that the rest can go. */
const beginning = (bytes: Buffer, most: number): Buffer =>
  bytes.length > most ? Buffer.from(bytes.subarray(0, most)) : bytes

const beyond = (bytes: Buffer, most: number): number => Math.max(0, bytes.length - most)

export function fieldsOf(rawHeaders: readonly string[]): Field[] {
  const fields: Field[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    fields.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  }
  return fields
}

const answerFields = (response: Response): Field[] => {
  const fields: Field[] = []
  const headers = response.getHeaders()
  for (const name in headers) fields.push([name, String(headers[name])])
  return fields
}

/** What the exchange of an answer will say beside what stands on the wire. */
export interface Told {
  operation?: string
  refusal?: RefusedBy
  broken?: string
}

const byResponse = new WeakMap<object, Told>()

/** Told of an answer by whoever makes it, before it is sent. */
export function tell(response: Response, told: Told): void {
  byResponse.set(response, { ...byResponse.get(response), ...told })
}

function toldOf(response: object): Told {
  return byResponse.get(response) ?? {}
}
