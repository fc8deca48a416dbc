import type { Socket } from 'node:net'
import { beforeWrites } from './sockets.ts'

const closedWhenIdle = new WeakSet<object>()

/**
 * Returns true if this error means that a kept-alive connection turned out to be closed: it had carried a response, and
 * no part of another.
 */
export function wasStale(error: unknown): boolean {
  return typeof error === 'object' && error !== null && closedWhenIdle.has(error)
}

/** Watches how much a connection has read. undici tells that for its own errors, but not for a reset by the other side. */
export function watchReuse(socket: Socket): void {
  const atFirst = socket.bytesRead
  let atLastWrite = atFirst
  beforeWrites(socket, () => {
    atLastWrite = socket.bytesRead
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const hasCarried = atLastWrite > atFirst
    if (hasCarried && socket.bytesRead === atLastWrite && isClosing(error)) closedWhenIdle.add(error)
  })
}

const isClosing = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code)
