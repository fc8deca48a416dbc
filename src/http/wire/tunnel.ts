import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { ExchangeFailed } from '../failure.ts'

interface TunnelOptions {
  timeout: number
  rejectUnauthorized: boolean
  ca?: string
}

/**
 * Connects through an HTTP proxy with CONNECT. undici's ProxyAgent is no alternative: it reconnects endlessly if the
 * proxy closes the connection, and it names one server for the TLS of all origins.
 */
export const tunnel =
  (proxy: string, options: TunnelOptions, secure: buildConnector.connector): buildConnector.connector =>
  (wanted, callback) => {
    const port = wanted.port || (wanted.protocol === 'https:' ? '443' : '80')
    const host = wanted.hostname.includes(':') ? `[${wanted.hostname}]` : wanted.hostname
    opened(connectRequest(proxy, `${host}:${port}`, options)).then(
      (socket) => {
        if (wanted.protocol === 'https:') secure({ ...wanted, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }

export function proxyHeaders(proxy: string): Record<string, string> {
  const { username, password } = new URL(proxy)
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

const connectRequest = (proxy: string, authority: string, options: TunnelOptions): ClientRequest => {
  const { protocol, hostname, port } = new URL(proxy)
  return (protocol === 'https:' ? requestSecure : requestPlain)({
    ...options,
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: authority,
    headers: { host: authority, ...proxyHeaders(proxy) },
    agent: false,
  })
}

const opened = (request: ClientRequest): Promise<Socket> =>
  new Promise((resolve, reject) => {
    request.on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        socket.setTimeout(0)
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
      } else {
        socket.destroy()
        reject(new ExchangeFailed('proxy', `the proxy refuses to connect (status ${statusCode})`))
      }
    })
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', (cause) =>
      reject(new ExchangeFailed('proxy', 'the proxy did not open a connection', { cause })),
    )
    request.end()
  })
