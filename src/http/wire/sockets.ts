import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** Returns the same connector, which does these tasks with each new connection before undici uses it. */
export const withSockets =
  (
    connect: buildConnector.connector,
    ...tasks: ReadonlyArray<(socket: Socket) => void>
  ): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) for (const task of tasks) task(socket)
      callback(...result)
    })

/** Calls the task before each write to the connection. */
function beforeWrites(socket: Socket, task: () => void): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  socket.write = (...given: unknown[]): boolean => {
    task()
    return write(...given)
  }
}

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

const interim = /^HTTP\/1\.[01] 100[ \r][\s\S]*?\r\n\r\n/

/**
 * Skips one interim response 100 to each request. A client has to expect one although it did not ask for it (RFC 9110,
 * section 15.2), but undici closes the connection.
 */
export function skipContinue(socket: Socket): void {
  let mayFollow = false
  const read = socket.read.bind(socket)
  beforeWrites(socket, () => {
    mayFollow = true
  })
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size)
    if (!mayFollow || !Buffer.isBuffer(chunk)) return chunk
    mayFollow = false
    const [skipped = ''] = interim.exec(chunk.toString('latin1', 0, longest)) ?? []
    return skipped.length === chunk.length ? read(size) : chunk.subarray(skipped.length)
  }
}

/** The most bytes that an interim response may have. */
const longest = 1024
