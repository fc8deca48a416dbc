import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../suites/testing/free-port.ts'
import { listen, type Proxied } from './proxy.ts'

/** Starts a server that keeps every byte that arrives and answers with these bytes. */
const serving = async (answer: string | Buffer) => {
  const came: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => {
      if (came.length === 0) socket.write(answer)
      came.push(bytes)
    })
    socket.on('end', () => socket.end())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { came, port }
}

const proxying = async (port: number, differs: Partial<Proxied> = {}) => {
  const failed: Error[] = []
  let count = 0
  const proxy = await listen({
    target: new URL(`http://127.0.0.1:${port}`),
    host: '127.0.0.1',
    port: 0,
    origin: 'https://server.example',
    count: () => ++count,
    now: () => new Date(),
    told: () => undefined,
    failed: (error) => failed.push(error),
    ...differs,
  })
  onTestFinished(proxy.close)
  return { port: Number(new URL(proxy.url).port), failed }
}

const said = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve) => {
    const all: Buffer[] = []
    socket.on('data', (bytes: Buffer) => all.push(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(all)))
  })

test.each<[string, Buffer]>([
  ['a request in unusual writing', Buffer.from('GET  /a  HTTP/1.1\r\nhOST:a\r\nX: 1\r\nx:2\r\n\r\n')],
  ['bytes that are no HTTP', Buffer.from([0, 255, 13, 10, 200, 1, 2])],
])('the proxy passes %s on byte for byte, and the answer too', async (_name, bytes) => {
  const answer = Buffer.from([...Buffer.from('HTTP/1.1 200 ok\nA : b\r\n\r\n'), 0, 255])
  const { came, port } = await serving(answer)
  const client = connect((await proxying(port)).port, '127.0.0.1')
  const back = said(client)
  client.end(bytes)
  expect(await back).toEqual(answer)
  expect(Buffer.concat(came)).toEqual(bytes)
})

test('the proxy closes the connection and reports the reason if it cannot reach the server', async () => {
  const { port, failed } = await proxying(await freePort())
  expect(await said(connect(port, '127.0.0.1'))).toEqual(Buffer.alloc(0))
  expect(failed).toMatchObject([{ code: 'ECONNREFUSED' }])
})
