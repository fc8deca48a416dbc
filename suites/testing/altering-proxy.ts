import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A response on its way through the proxy. `json` is undefined if its body is not JSON. */
export interface Passing {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  json: unknown
}

/** Changes a response, or returns it as it is. */
export type Alter = (passing: Passing) => Passing

/** Starts a proxy that alters the responses of a server until the test is over. Returns its URL. */
export async function alteringProxy(server: string, alter: Alter): Promise<string> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '', headers } = incoming
    const body = await buffer(incoming)
    const onward = request(new URL(server).origin + url, { method, headers })
    onward.end(body)
    const [answer] = await once(onward, 'response')
    const text = (await buffer(answer)).toString()
    const json = parsed(text)
    const passed = alter({
      method,
      path: url.replace(/\?.*/, ''),
      status: answer.statusCode,
      headers: kept(answer.headers),
      json,
    })
    outgoing.writeHead(passed.status, passed.headers)
    // The text of an unaltered response is passed on, so that numbers keep every digit.
    outgoing.end(passed.json === json ? text : JSON.stringify(passed.json))
  }
  const proxy = createServer((incoming, outgoing) => {
    // A side that breaks off ends the connection of the other side too.
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The headers that stay valid when the body gets another length. */
const kept = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'www-authenticate', 'date', 'location'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
