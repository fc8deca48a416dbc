import { HTTPParser } from 'http-parser-js'
import { type HttpRequest, joinedFields } from '../core/http-request.ts'
import { decoded, largestBody } from '../http/wire/content-coding.ts'
import type { Captured, CapturedResponse, TrafficOrder } from './captured.ts'

/** Reads the bytes that pass over a connection. Bytes that it cannot read are lost to the tap only. */
export interface Tap {
  /** Takes bytes of the client. */
  up: (bytes: Buffer) => void
  /** Takes bytes of the server. */
  down: (bytes: Buffer) => void
  /** Ends the connection: requests without a response will never get one. */
  over: () => void
}

export interface Listening {
  /** The scheme and host of the requests, as they are signed. */
  origin: string
  /** Returns the next position in the order of everything that happens. */
  count: () => number
  now: () => Date
  told: (captured: Captured, counts: TrafficOrder) => void
}

/** A request that was sent and has no response yet. */
interface PendingRequest {
  request: HttpRequest
  sent: number
  at: number
}

/** A message as far as it has been read. */
interface Message {
  body: Buffer[]
  length: number
}

/** Creates a tap. Responses come in the order of the requests (RFC 9112, 9.3). */
export function createTap({ origin, count, now, told }: Listening): Tap {
  const waiting: PendingRequest[] = []
  /** The moment at which the first byte of the current request arrived. */
  let begun: { sent: number; at: number } | undefined

  const ended = (response: CapturedResponse | undefined): void => {
    const one = waiting.shift()
    if (!one) return
    const { request, sent, at } = one
    const captured = { request, ...(response && { response }), at, milliseconds: now().getTime() - at }
    told(captured, { sent, received: count() })
  }

  const requests = reader(HTTPParser.REQUEST, (head, body) => {
    const { sent, at } = begun ?? { sent: count(), at: now().getTime() }
    begun = undefined
    const request = { method: head.method, url: origin + head.url, headers: head.headers }
    waiting.push({ request: body.length > 0 ? { ...request, body } : request, sent, at })
  })
  const responses = reader(
    HTTPParser.RESPONSE,
    ({ status, headers }, body) => {
      if (status >= 200)
        ended({ status, headers, text: decoded(body, headers['content-encoding']).toString() })
    },
    () => waiting[0]?.request.method === 'HEAD',
  )
  const reading = untilLost()
  return {
    up: reading((bytes) => {
      begun ??= { sent: count(), at: now().getTime() }
      requests.read(bytes)
    }),
    down: reading(responses.read),
    over: () => {
      reading(responses.finish)(Buffer.alloc(0))
      while (waiting.length > 0) ended(undefined)
    },
  }
}

/**
 * Stops reading both directions once one cannot be read, because nobody knows then which response belongs to which
 * request.
 */
const untilLost = () => {
  let isLost = false
  return (read: (bytes: Buffer) => void) => (bytes: Buffer) => {
    if (isLost) return
    try {
      read(bytes)
    } catch {
      isLost = true
    }
  }
}

interface RequestHead extends Omit<HttpRequest, 'body'> {
  status: number
}

/**
 * Reads one message after the other. Throws if the bytes are not a message, or if a body is longer than is ever judged.
 */
const reader = (
  type: 'REQUEST' | 'RESPONSE',
  read: (head: RequestHead, body: Buffer) => void,
  hasNoBody: () => boolean = () => false,
) => {
  const parser = new HTTPParser(type)
  let head: RequestHead | undefined
  let message: Message = { body: [], length: 0 }
  parser[HTTPParser.kOnHeadersComplete] = ({ method, url, statusCode, headers }) => {
    head = {
      method: HTTPParser.methods[method] ?? '',
      url,
      status: statusCode,
      headers: joinedFields(pairsIn(headers)),
    }
    return hasNoBody() ? 1 : 0
  }
  parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
    message.length += length
    if (message.length > largestBody) throw new Error('a body is too long to be judged')
    message.body.push(Buffer.from(chunk.subarray(offset, offset + length)))
  }
  parser[HTTPParser.kOnMessageComplete] = () => {
    const [whole, body] = [head, Buffer.concat(message.body)]
    head = undefined
    message = { body: [], length: 0 }
    if (whole) read(whole, body)
  }
  const checked = (outcome: unknown): void => {
    if (outcome instanceof Error) throw outcome
  }
  return {
    read: (bytes: Buffer): void => checked(parser.execute(bytes)),
    finish: (): void => checked(parser.finish()),
  }
}

function* pairsIn(headers: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at + 1 < headers.length; at += 2) yield [headers[at] ?? '', headers[at + 1] ?? '']
}
