import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenForRedirects, serveClients } from './listeners.ts'

/** Sends a request line with any target, and returns the status line. */
const statusLine = async (port: number, target: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(first).split('\r\n', 1)[0] ?? ''
}

const targets = ['//', '//[', '/%zz', 'http://[', 'http://x:99999/', '*', '/?%', '/\\..', '///x']

test.each(targets)('the redirect listener answers %s with 404', async (target) => {
  const listener = await listenForRedirects()
  onTestFinished(listener.close)
  const { uri } = listener.next()
  expect(await statusLine(Number(new URL(uri).port), target)).toBe('HTTP/1.1 404 Not Found')
})

test('the redirect listener passes the query of a redirect on', async () => {
  const listener = await listenForRedirects()
  onTestFinished(listener.close)
  const { uri, arrived } = listener.next()
  const { port, pathname } = new URL(uri)
  expect(await statusLine(Number(port), `${pathname}?hash=a%2Bb&interact_ref=1`)).toBe('HTTP/1.1 200 OK')
  expect(Object.fromEntries(await arrived)).toEqual({ hash: 'a+b', interact_ref: '1' })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test.each(targets)('the served client answers %s with 404', async (target) => {
  const port = await freePort()
  const { privateKey } = generateKeyPairSync('ed25519')
  const signing = { key: { name: 'signing', keyId: 'k', alg: 'EdDSA', privateKey } }
  const client = { kind: 'served', host: '127.0.0.1', port, url: `http://127.0.0.1:${port}/client` } as const
  onTestFinished(await serveClients(client, { signing } as never))
  expect(await statusLine(port, target)).toBe('HTTP/1.1 404 Not Found')
  expect(await statusLine(port, '/client/jwks.json')).toBe('HTTP/1.1 200 OK')
})
