import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy before a server. It can cut all connections, and refuses new ones until it is told to let them through. */
export async function relayTo(url: string) {
  const sockets = new Set<Socket>()
  let isCut = false
  const relay = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far).pipe(near)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const cut = (cuts: boolean): void => {
    isCut = cuts
    if (cuts) for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut(true)
    relay.close()
  })
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`, cut }
}
