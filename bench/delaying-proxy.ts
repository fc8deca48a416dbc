import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface DelayingProxy {
  url: string
  to: (port: number) => void
  close: () => void
}

/** Starts a proxy that delays a request and its response by this many milliseconds together, half of them each way. */
export async function startDelayingProxy(milliseconds: number): Promise<DelayingProxy> {
  let target = 0
  const open = new Set<Socket>()
  const pipeLate = (from: Socket, to: Socket): void => {
    const late = (task: () => void): void => void setTimeout(task, milliseconds / 2)
    open.add(from)
    from.on('data', (bytes) => late(() => to.writable && to.write(bytes)))
    from.on('end', () => late(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => open.delete(from))
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    pipeLate(near, far)
    pipeLate(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    to: (port) => {
      target = port
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
