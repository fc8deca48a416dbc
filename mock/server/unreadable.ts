import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchanges, HeaderField } from '../exchanges/exchange.ts'
import { exchangeHeader, fieldsOf } from '../exchanges/recording.ts'
import type { NamedRefusal, World } from '../state/world.ts'

/** An error of node's parser, with the bytes that it could not parse. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: Buffer }

/**
 * Answers input that never reaches the application: bytes that are not HTTP, requests that arrive too slowly, headers
 * that are too large, and CONNECT. The connection is closed after the response.
 */
export function refuseUnreadable(server: Server, world: World, exchanges: Exchanges): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: Unreadable, socket: Duplex) => {
    // Everything after the first unreadable bytes is unreadable too.
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else closeBehind(socket, kept(refusalFor(error), world, exchanges, { body: error.rawPacket }))
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    closeBehind(socket.resume(), kept(noTunnel, world, exchanges, request))
  })
}

/**
 * Milliseconds that a client has to read the response. An immediate close with unread bytes would reset the connection,
 * and the response would be lost.
 */
const lingering = 1000

const closeBehind = (socket: Duplex, answer: string): void => {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), lingering).unref()
  socket.once('close', () => clearTimeout(timer))
}

const noTunnel: NamedRefusal = {
  status: 405,
  guard: 'method-known',
  description: 'The service has no operation CONNECT',
}

const known: Readonly<Record<string, NamedRefusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    guard: 'headers-too-large',
    description: 'The headers of the request are larger than 16 KiB',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    guard: 'chunk-extensions-too-large',
    description: 'The chunk extensions of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    guard: 'request-in-time',
    description: 'The request was not complete in time',
  },
}

const refusalFor = ({ code = '', rawPacket }: Unreadable): NamedRefusal =>
  known[code] ?? {
    status: 400,
    guard: 'http-readable',
    description: isHandshake(rawPacket)
      ? 'The received bytes begin a TLS handshake, but the mock serves plain HTTP here: use http: in the URL, or start the mock with --tls'
      : `The received bytes are not an HTTP request (${code || 'no code'})`,
  }

/** Returns true for the first bytes of a TLS record with a handshake (RFC 8446, section 5.1). */
const isHandshake = (bytes: Uint8Array | undefined): boolean => bytes?.[0] === 0x16 && bytes[1] === 0x03

/** The known parts of the input: some bytes at most, or the head of a request. */
interface UnreadableRequest {
  method?: string | undefined
  url?: string | undefined
  rawHeaders?: readonly string[]
  body?: Uint8Array | undefined
}

/** Returns the response as text, and records the exchange as far as there is one. */
const kept = (refusal: NamedRefusal, world: World, exchanges: Exchanges, came: UnreadableRequest): string => {
  const { status, headers, body, text = JSON.stringify(body) } = world.behaviour.answers.refused(refusal)
  const id = exchanges.next()
  const answerHeaders = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    date: new Date(world.now()).toUTCString(),
    [exchangeHeader]: String(id),
    connection: 'close',
  })
  const { method = '', url = '', rawHeaders = [], body: received = Buffer.alloc(0) } = came
  const bytes = Buffer.from(received.subarray(0, exchanges.limits.body))
  exchanges.keep({
    id,
    at: world.now(),
    method,
    url,
    targetUri: '',
    headers: fieldsOf(rawHeaders),
    body: bytes,
    status,
    answerHeaders,
    answerBody: Buffer.from(text),
    cutOff: received.length - bytes.length,
    refusal: { guard: refusal.guard, description: refusal.description },
  })
  return written(status, answerHeaders, text)
}

const written = (status: number, headers: readonly HeaderField[], text: string): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
