import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

const interim = /^HTTP\/1\.[01] 100[ \r][\s\S]*?\r\n\r\n/

/**
 * Skips an interim response 100 to each request. A client has to expect one although it did not ask for it (RFC 9110,
 * section 15.2), but undici takes it for the end of the connection.
 */
export const skippingContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) skipIn(socket)
      callback(...result)
    })

const skipIn = (socket: Socket): void => {
  let mayFollow = false
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  const read = socket.read.bind(socket)
  socket.write = (...given: unknown[]): boolean => {
    mayFollow = true
    return write(...given)
  }
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
