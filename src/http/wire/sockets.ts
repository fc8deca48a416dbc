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
export function beforeWrites(socket: Socket, task: () => void): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  socket.write = (...given: unknown[]): boolean => {
    task()
    return write(...given)
  }
}
