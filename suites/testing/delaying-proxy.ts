import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that lets each byte through only after so many milliseconds, half of them each way. Gives its URL once it knows where to. */
export async function delayingProxy(
  milliseconds: number,
): Promise<{ url: string; to: (port: number) => void }> {
  let target = 0
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    pipeLate(near, far)
    pipeLate(far, near)
  })
  const pipeLate = (from: Socket, to: Socket): void => {
    const late = (task: () => void): void => void setTimeout(task, milliseconds / 2)
    open.add(from)
    from.on('data', (bytes) => late(() => to.writable && to.write(bytes)))
    from.on('end', () => late(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => open.delete(from))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    to: (port) => {
      target = port
    },
  }
}
