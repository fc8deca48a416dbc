import type { Socket } from 'node:net'
import { beforeWrites } from './sockets.ts'

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
