import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** Answers a request instead of the server, or returns false. `number` counts from 1. */
export type Intercept = (incoming: IncomingMessage, response: ServerResponse, number: number) => boolean

/** Returns headers to add to a response. */
type Added = (incoming: IncomingMessage) => Record<string, string>

/** Starts a proxy in front of a server, which passes on the requests that are not intercepted. Returns its URL. */
export async function relay(
  server: string,
  intercept: Intercept,
  added: Added = () => ({}),
): Promise<string> {
  let requests = 0
  const proxy = createServer((incoming, response) => {
    if (intercept(incoming, response, ++requests)) return
    const { method = 'GET', headers, url } = incoming
    const onward = request(server + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...added(incoming) })
      answer.pipe(response)
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the relay has no port')
  return `http://127.0.0.1:${address.port}`
}
