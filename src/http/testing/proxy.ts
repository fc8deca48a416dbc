import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Proxy {
  url: string
  /** The requests to the proxy, such as `CONNECT 127.0.0.1:80` and `GET http://127.0.0.1/quotes`. */
  asked: string[]
  authorizations: Array<string | undefined>
}

/** Serves a proxy that tunnels and forwards. Like other proxies, it forwards with the Host of the URL. */
export async function serveProxy(refuse?: (socket: Socket) => void): Promise<Proxy> {
  const asked: string[] = []
  const authorizations: Proxy['authorizations'] = []
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`)
    authorizations.push(headers['proxy-authorization'])
  }
  const server = createServer((incoming, outgoing) => {
    note(incoming)
    const url = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const path = (incoming.url ?? '').slice(url.origin.length)
    const options = { host: url.hostname, port: url.port, path, method: incoming.method }
    const onward = request({ ...options, headers: { ...headers, host: url.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket: Socket) => {
    note(incoming)
    if (refuse) return refuse(socket)
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, authorizations }
}
