import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici'
import type { Connection, Target } from '../../target-file/target.ts'
import type { Line } from '../draft.ts'
import { largestBody } from './content-coding.ts'
import { skipContinue, watchReuse, withSockets } from './sockets.ts'
import { proxyHeaders, tunnel } from './tunnel.ts'

type Reached = Pick<Target, 'baseUrl' | 'connection'>

// Larger responses are a failure: no resource of the interface comes near that size. undici's own timers are off,
// because the client's deadline covers everything from sending to the last byte.
export const connectionLimits = {
  maxResponseSize: largestBody,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
}

/**
 * Makes connections as the target file describes them, kept alive, with one request at a time on each. Follows no
 * redirects. Shows the client's certificate to the target only.
 */
export function createDispatcher(target: Reached): Dispatcher {
  const { proxy, tls, requestTimeout } = target.connection
  const reach = (origin: string, connections: number | null): Dispatcher => {
    const pool = (to: string, by: buildConnector.connector): Pool =>
      new Pool(to, { ...connectionLimits, connections, connect: withSockets(by, watchReuse, skipContinue) })
    const connect = connector(target, origin)
    if (!proxy) return pool(origin, connect)
    if (isForwarded(target, proxy, origin))
      return forward(pool(new URL(proxy).origin, connect), proxy, origin)
    return pool(origin, tunnel(proxy, { ...trust(tls), timeout: requestTimeout }, connect))
  }
  return new Lines(reach)
}

type Options = Agent.DispatchOptions & { line?: Line }

/** Reaches an origin with at most this many connections, if not null. */
type Reach = (origin: string, connections: number | null) => Dispatcher

/**
 * Gives each line a connection of its own, which is closed after the last request of the line. All requests of a line
 * go to one origin.
 */
export class Lines extends Agent {
  readonly #reach: Reach
  readonly #open = new Map<Line, { own: Dispatcher; left: number }>()

  constructor(reach: Reach) {
    super({ factory: (origin) => reach(String(origin), null) })
    this.#reach = reach
  }

  override dispatch(options: Options, handler: Dispatcher.DispatchHandler): boolean {
    const { line } = options
    if (!line) return super.dispatch(options, handler)
    const known = this.#open.get(line)
    const { own, left } = known?.left
      ? known
      : { own: this.#reach(String(options.origin), 1), left: line.requests }
    this.#open.set(line, { own, left: left - 1 })
    const sent = own.dispatch(options, handler)
    if (left === 1) void own.close().finally(() => this.#closed(line, own))
    return sent
  }

  #closed(line: Line, own: Dispatcher): void {
    if (this.#open.get(line)?.own === own) this.#open.delete(line)
  }

  override destroy(...given: Parameters<Agent['destroy']>): ReturnType<Agent['destroy']> {
    for (const { own } of this.#open.values()) void own.destroy()
    return super.destroy(...given)
  }
}

const trust = ({ ca, verify }: Connection['tls']) => ({ rejectUnauthorized: verify, ...(ca ? { ca } : {}) })

/** Verifies TLS for the host of the URL, whatever host it connects to and whatever Host is sent. */
const connector = ({ baseUrl, connection }: Reached, origin: string): buildConnector.connector => {
  const { url, tls, requestTimeout, insteadOf = {} } = connection
  const isTarget = new URL(url).origin === origin
  const connect = buildConnector({
    ...trust(tls),
    timeout: requestTimeout,
    ...(isTarget && tls.cert ? { cert: tls.cert } : {}),
    ...(isTarget && tls.key ? { key: tls.key } : {}),
  })
  const named = Object.keys(insteadOf).find((one) => insteadOf[one] === origin) ?? origin
  const { hostname } = new URL(isTarget ? baseUrl : named)
  const secured = isIP(hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: hostname }
  return (options, callback) => connect({ ...options, ...secured }, callback)
}

/**
 * Returns true if plain HTTP goes to the proxy with a complete URL, because many proxies tunnel only to port 443. A
 * proxy that forwards replaces Host, so a tunnel is needed if connectUrl makes Host another one.
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
