import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** Answers a request instead of the server, or returns false. `number` counts from 1. */
export type Intercept = (
  incoming: IncomingMessage,
  response: ServerResponse,
  number: number,
) => boolean | Promise<boolean>

/** Returns headers to add to a response. */
type Added = (incoming: IncomingMessage) => Record<string, string>

/** A proxy in front of a server. */
export interface Relay {
  url: string
  /** Breaks off all connections and accepts no more, until `start` is called. */
  stop: () => void
  start: () => void
}

/** The server behind a proxy, or a function that chooses it by the request. */
type Behind = string | ((incoming: IncomingMessage) => string)

/** Starts a proxy in front of a server, which passes on the requests that are not intercepted. Returns its URL. */
export async function relay(server: Behind, intercept: Intercept, added?: Added): Promise<string> {
  return (await startRelay(server, intercept, added)).url
}

/** Starts a proxy that can be stopped and started again. */
export async function startRelay(
  server: Behind,
  intercept: Intercept,
  added: Added = () => ({}),
): Promise<Relay> {
  let requests = 0
  const proxy = createServer(async (incoming, response) => {
    if (await intercept(incoming, response, ++requests)) return
    const { method = 'GET', headers, url } = incoming
    const chosen = typeof server === 'string' ? server : server(incoming)
    const onward = request(chosen + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...added(incoming) })
      answer.pipe(response)
    })
    incoming.pipe(onward).on('error', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the relay has no port')
  const stop = (): void => {
    proxy.close()
    proxy.closeAllConnections()
  }
  onTestFinished(stop)
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop,
    start: () => void proxy.listen(address.port, '127.0.0.1'),
  }
}
