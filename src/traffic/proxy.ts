import { once } from 'node:events'
import { connect as connectPlainly, createServer, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { createTap, type Listening } from './tap.ts'

export interface Proxied extends Listening {
  /** The URL of the server. */
  target: URL
  host: string
  port: number
  /** Called if the server cannot be reached, or if a connection breaks. */
  failed: (error: Error) => void
}

export interface Proxy {
  /** The URL at which the proxy listens. */
  url: string
  close: () => Promise<void>
}

/**
 * Passes the bytes of every connection on to the server and back, unchanged. Retries nothing. A reader of the traffic
 * cannot hold it up.
 */
export async function listen(proxied: Proxied): Promise<Proxy> {
  const { host, port } = proxied
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(proxied)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    pass(client, upstream, proxied)
  })
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

const connect = ({ target: { protocol, hostname, port } }: Proxied): Socket => {
  const host = hostname.replace(/^\[|\]$/g, '')
  const allowHalfOpen = true
  return protocol === 'https:'
    ? connectSecurely({ host, port: Number(port || 443), servername: host, ALPNProtocols: ['http/1.1'] })
    : connectPlainly({ host, port: Number(port || 80), allowHalfOpen })
}

const pass = (client: Socket, upstream: Socket, proxied: Proxied): void => {
  const tap = createTap(proxied)
  client.on('data', tap.up)
  upstream.on('data', tap.down)
  client.pipe(upstream)
  upstream.pipe(client)
  upstream.on('error', (error) => {
    proxied.failed(error)
    client.destroy()
  })
  client.on('error', () => upstream.destroy())
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => {
    tap.over()
    client.destroySoon()
  })
}
