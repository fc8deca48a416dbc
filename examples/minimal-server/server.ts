import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bearerOf, type Token } from './access.ts'
import { type Clock, putForward } from './clock.ts'
import type { Service } from './operations.ts'
import { Refusal } from './refusal.ts'
import type { Message } from './signature.ts'

/** The path of the base URL. */
export const base = '/pay/v0'

/** The path under which any client can put the time forward, because this server is only for tests. */
export const clockPath = '/clock'

export interface Served extends Service {
  /** The scheme and authority of all its URLs. */
  origin: string
  clock: Clock
  tokens: ReadonlyMap<string, Token>
}

const longestBody = 256 * 1024

/**
 * Serves what `begin` creates for the origin, on the loopback interface. Returns it with a function that ends the
 * server.
 */
export async function serve<World extends Served>(port: number, begin: (origin: string) => World) {
  const server = createServer({ keepAliveTimeout: 60_000 })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const world = begin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.on('request', answering(world))
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { world, close }
}

/** Returns the handler for requests of a server. */
export const answering =
  (world: Served) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    void answer(world, request, response)
  }

const answer = async (world: Served, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    const { status, text } = answerTo(world, request, await bodyOf(request))
    end(world, response, status, { 'content-type': 'application/json' }, text)
  } catch (error) {
    // A client that went away before it sent everything gets no response.
    if (!request.complete) response.destroy()
    else refuse(world, response, error)
  }
}

const end = (
  { now }: Served,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text = '',
): void => {
  const length = String(Buffer.byteLength(text))
  const date = new Date(now()).toUTCString()
  response.writeHead(status, { ...headers, date, 'content-length': length }).end(text)
}

/**
 * Reads the body. A body that is too long is still read to its end, because a client that is still sending would not
 * see the response.
 */
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= longestBody) chunks.push(chunk)
  }
  if (length > longestBody) throw new Refusal(413, `a body has at most ${longestBody} bytes`)
  return Buffer.concat(chunks)
}

const answerTo = (
  world: Served,
  request: IncomingMessage,
  body: Buffer,
): { status: number; text: string } => {
  const { url: target = '/', method = 'GET' } = request
  const [path = '', ...query] = target.split('?')
  if (method === 'POST' && path === clockPath) return { status: 200, text: putForward(world.clock, body) }
  const found = world.profile.routes.find(
    (route) => route.method === method && route.path.test(belowBase(path)),
  )
  if (!found) throw new Refusal(404, 'there is no such operation')
  world.store.settle()
  const message: Message = { method, origin: world.origin, target, field: fieldsOf(request), body }
  const [, id = ''] = found.path.exec(belowBase(path)) ?? []
  const asked = { id: decoded(id), query: new URLSearchParams(query.join('?')), body }
  if (found.toStrangers && message.field('authorization') === undefined)
    return { status: found.status, text: found.toStrangers(world, asked) }
  const token = bearerOf(message, world.tokens, world.now())
  return { status: found.status, text: found.answer(world, token, asked) }
}

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new Refusal(404, 'the id has an invalid escape')
  }
}

/** The path below the base. An id lies below its wallet address, and can be read there and below the base. */
const belowBase = (path: string): string => {
  if (path.startsWith(`${base}/`)) return path.slice(base.length)
  const [, resource = ''] = /^\/~[a-z]+(\/[a-z-]+\/[^/]+(?:\/complete)?)$/.exec(path) ?? []
  return resource
}

/** Uses the raw headers: an object of fields would have a `constructor` of its own. */
const fieldsOf =
  ({ rawHeaders }: IncomingMessage) =>
  (name: string): string | undefined => {
    const lines = rawHeaders.filter(
      (_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2 === 1,
    )
    return lines.length === 0 ? undefined : lines.map((line) => line.trim()).join(', ')
  }

const refuse = (world: Served, response: ServerResponse, error: unknown): void => {
  if (!(error instanceof Refusal)) {
    console.error(error)
    end(world, response, 500, {})
    return
  }
  const { status, message } = error
  const text = world.profile.refusalText(status, message)
  const challenge = `GNAP realm="minimal-server", as_uri="${world.authServer}", max_age=600`
  const headers = {
    ...(status === 401 ? { 'www-authenticate': challenge } : {}),
    ...(text === '' ? {} : { 'content-type': 'application/json' }),
  }
  end(world, response, status, headers, text)
}
