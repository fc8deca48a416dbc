import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici'
import type { Connection, Target } from '../target/target.ts'
import { largestBody } from './content-coding.ts'
import { tellingReuse } from './reuse.ts'
import { proxyHeaders, tunnel } from './tunnel.ts'

type Reached = Pick<Target, 'baseUrl' | 'connection'>

// Larger answers are a failure: no resource of the interface comes near. undici's own timers are off, as the
// client's deadline covers send to last byte.
export const connectionLimits = {
  maxResponseSize: largestBody,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
}

/**
 * Connections as the target file describes them, kept alive, one request at a time on each. Follows no
 * redirect. The client's certificate is shown to nobody but the target.
 */
export const createDispatcher = (target: Reached): Dispatcher => {
  const { proxy, tls, requestTimeout } = target.connection
  const pool = (origin: string, connect: buildConnector.connector): Pool =>
    new Pool(origin, { ...connectionLimits, connect: tellingReuse(connect) })

  const reach = (origin: string): Dispatcher => {
    const connect = connector(target, origin)
    if (!proxy) return pool(origin, connect)
    if (isForwarded(target, proxy, origin))
      return forward(pool(new URL(proxy).origin, connect), proxy, origin)
    return pool(origin, tunnel(proxy, { ...trust(tls), timeout: requestTimeout }, connect))
  }
  return new Agent({ factory: (origin) => reach(String(origin)) })
}

const trust = ({ ca, verify }: Connection['tls']) => ({ rejectUnauthorized: verify, ...(ca ? { ca } : {}) })

/** Secures with the name of baseUrl, whatever host is connected to and whatever Host is sent. */
const connector = ({ baseUrl, connection }: Reached, origin: string): buildConnector.connector => {
  const { url, tls, requestTimeout } = connection
  const isTarget = new URL(url).origin === origin
  const connect = buildConnector({
    ...trust(tls),
    timeout: requestTimeout,
    ...(isTarget && tls.cert ? { cert: tls.cert } : {}),
    ...(isTarget && tls.key ? { key: tls.key } : {}),
  })
  const { hostname } = new URL(isTarget ? baseUrl : origin)
  const named = isIP(hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: hostname }
  return (options, callback) => connect({ ...options, ...named }, callback)
}

/**
 * Plain HTTP is handed to the proxy as a whole URL, as many proxies tunnel only to port 443. But a proxy that
 * forwards replaces Host, so where connectUrl makes that another, a tunnel is needed.
 */
const isForwarded = ({ baseUrl, connection }: Reached, proxy: string, origin: string): boolean =>
  origin.startsWith('http:') &&
  proxy.startsWith('http:') &&
  (new URL(connection.url).origin !== origin || new URL(baseUrl).origin === origin)

const forward = (pool: Pool, proxy: string, origin: string): Dispatcher =>
  pool.compose((dispatch) => (options, handler) => {
    const headers = { ...(options.headers as Record<string, string>), ...proxyHeaders(proxy) }
    return dispatch({ ...options, path: origin + options.path, headers }, handler)
  })
