import type { buildConnector } from 'undici'

const closedAfterUse = new WeakSet<object>()

/** Whether this error means that a kept-alive connection turned out closed: it had carried an answer before. */
export function wasStale(error: unknown): boolean {
  return typeof error === 'object' && error !== null && closedAfterUse.has(error)
}

/** undici says of its own errors how much a connection had read, but not of a reset by the other side. */
export const tellingReuse =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      const before = socket?.bytesRead ?? 0
      socket?.on('error', (error: NodeJS.ErrnoException) => {
        if (socket.bytesRead > before && isClosing(error)) closedAfterUse.add(error)
      })
      callback(...result)
    })

const isClosing = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code)
