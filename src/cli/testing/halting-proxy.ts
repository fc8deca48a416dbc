import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { onTestFinished } from 'vitest'

/** Stands before a server. */
export interface HaltingProxy {
  url: string
  /** Resolves with the first request that is not answered any more. */
  halted: Promise<void>
}

/** Passes on so many requests to a server and answers none after them, as a server that hangs. */
export const haltingProxy = async (server: string, passes: number): Promise<HaltingProxy> => {
  let requests = 0
  let halt = (): void => {}
  const halted = new Promise<void>((resolve) => {
    halt = resolve
  })
  const proxy = createServer((incoming, response) => {
    if (++requests > passes) return halt()
    const { method = 'GET', headers, url } = incoming
    const onward = request(server + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
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
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return { url: `http://127.0.0.1:${address.port}`, halted }
}
