import type { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '../answers/answer.ts'
import { serveProxy } from '../testing/proxy.ts'
import { selfSigned, serve, serveRaw, serveSecure } from '../testing/server.ts'
import { type TargetChanges, targetAt } from '../testing/target.ts'
import { transmit } from './client.ts'
import { createDispatcher } from './dispatcher.ts'
import { routesOf } from './route.ts'

const clientOf = (baseUrl: string, connection: TargetChanges['connection'] = {}) => {
  const target = targetAt(baseUrl, { connection })
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  const routes = routesOf(target)
  const ask = (url: string, route = routes.toTarget(url)): Promise<Outcome> =>
    transmit(dispatcher, { method: 'GET', url, headers: {} }, route, target.connection.requestTimeout)
  return {
    get: (path: string) => ask(baseUrl + path),
    getPublic: (url: string) => ask(url, routes.toAnyone(url)),
  }
}

const tls = await selfSigned('wallet.example')
const secure = () =>
  serveSecure(tls, ({ socket, headers, url }, response) => {
    const { servername } = socket as TLSSocket & { servername: string }
    response.end(JSON.stringify({ servername, host: headers.host, url }))
  })
const echoHost = () => serve(({ headers, url }, response) => response.end(`${headers.host} ${url}`))

test('with connectUrl the Host of baseUrl is kept and the path replaced', async () => {
  const url = await echoHost()
  const { get } = clientOf('https://wallet.example/op', { url: `${url}/inner` })
  expect(await get('/quotes')).toMatchObject({ response: { text: 'wallet.example /inner/quotes' } })
})

test('TLS requests and verifies the name of baseUrl, not that of connectUrl', async () => {
  const url = await secure()
  const { get } = clientOf('https://wallet.example', { url, tls: { verify: true, ca: tls.cert } })
  expect(await get('/quotes')).toMatchObject({
    response: { json: { servername: 'wallet.example', host: 'wallet.example', url: '/quotes' } },
  })
})

test('TLS requests the original name from a server that stands in for another origin', async () => {
  const url = await secure()
  const { getPublic } = clientOf('https://op.example', {
    tls: { verify: true, ca: tls.cert },
    insteadOf: { 'https://wallet.example': url },
  })
  expect(await getPublic('https://wallet.example/alice')).toMatchObject({
    response: { json: { servername: 'wallet.example', host: 'wallet.example', url: '/alice' } },
  })
})

test('a self-signed certificate is refused, and the message says why', async () => {
  const { get } = clientOf('https://wallet.example', { url: await secure() })
  expect(await get('/')).toEqual({
    failure: {
      code: 'certificate',
      message: 'the certificate of the server is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    },
  })
})

test('a certificate of another name is refused', async () => {
  const { get } = clientOf('https://other.example', {
    url: await secure(),
    tls: { verify: true, ca: tls.cert },
  })
  expect(await get('/')).toMatchObject({ failure: { code: 'certificate' } })
})

test('any certificate is accepted if verification is switched off', async () => {
  const { get } = clientOf('https://other.example', { url: await secure(), tls: { verify: false } })
  expect(await get('/')).toMatchObject({ response: { status: 200 } })
})

test('an https request to a plain http server is a failure of TLS', async () => {
  const url = (await echoHost()).replace('http:', 'https:')
  expect(await clientOf(url).get('/')).toMatchObject({ failure: { code: 'tls' } })
})

test('the certificate of the client is shown to the target and to nobody else', async () => {
  const client = await selfSigned('client.example')
  const shown = async () =>
    serveSecure({ ...tls, requestCert: true, rejectUnauthorized: false }, ({ socket }, response) => {
      const { subject } = (socket as TLSSocket).getPeerCertificate()
      response.end(String(subject?.CN))
    })
  const url = await shown()
  const connection = { url, tls: { verify: false, ...client } }
  const { get, getPublic } = clientOf('https://wallet.example', connection)
  expect(await get('/')).toMatchObject({ response: { text: 'client.example' } })
  expect(await getPublic(`${await shown()}/alice`)).toMatchObject({ response: { text: 'undefined' } })
})

test('a proxy for plain http gets the complete URL, with the path unchanged', async () => {
  const [proxy, url] = [await serveProxy(), await echoHost()]
  const { get } = clientOf(url, { proxy: proxy.url })
  expect(await get('/a/../b')).toMatchObject({ response: { text: `${new URL(url).host} /a/../b` } })
  expect(proxy.asked).toEqual([`GET ${url}/a/../b`])
})

test('with connectUrl plain http is tunnelled, since a proxy that forwards replaces Host', async () => {
  const [proxy, url] = [await serveProxy(), await echoHost()]
  const { get } = clientOf('http://wallet.example', { url, proxy: proxy.url })
  expect(await get('/quotes')).toMatchObject({ response: { text: 'wallet.example /quotes' } })
  expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`])
})

test('TLS is tunnelled through a proxy, kept alive, with the name of baseUrl', async () => {
  const [proxy, url] = [await serveProxy(), await secure()]
  const connection = { url, proxy: proxy.url, tls: { verify: true, ca: tls.cert } }
  const { get } = clientOf('https://wallet.example', connection)
  await get('/1')
  await turn()
  expect(await get('/2')).toMatchObject({ response: { json: { servername: 'wallet.example', url: '/2' } } })
  expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`])
})

test('a proxy gets the user of its URL, the server does not', async () => {
  const proxy = await serveProxy()
  const url = await serve(({ headers }, response) => response.end(String(headers['proxy-authorization'])))
  const withUser = proxy.url.replace('//', '//user:p%40ss@')
  expect(await clientOf(url, { proxy: withUser }).get('/')).toMatchObject({ response: { text: 'undefined' } })
  const tunnelled = clientOf('http://wallet.example', { url, proxy: withUser })
  expect(await tunnelled.get('/')).toMatchObject({ response: { text: 'undefined' } })
  const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
  expect(proxy.authorizations).toEqual([basic, basic])
})

test.each<[string, (socket: Socket) => void, string]>([
  [
    'refuses',
    (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    'the proxy refuses to connect (status 403)',
  ],
  ['closes', (socket) => socket.destroy(), 'the proxy did not open a connection'],
])('asks a proxy that %s only once, and reports the failure "proxy"', async (_, refuse, message) => {
  const proxy = await serveProxy(refuse)
  const { get } = clientOf('https://wallet.example', { proxy: proxy.url })
  expect(await get('/')).toEqual({ failure: { code: 'proxy', message } })
  expect(proxy.asked).toHaveLength(1)
})

test('a proxy that never answers is the failure "timeout"', async () => {
  const proxy = await serveProxy(() => undefined)
  const { get } = clientOf('https://wallet.example', { proxy: proxy.url, requestTimeout: 100 })
  expect(await get('/')).toEqual({
    failure: { code: 'timeout', message: 'no complete response within 100 ms' },
  })
})

test('an unreachable proxy is the failure "proxy"', async () => {
  const { get } = clientOf('https://wallet.example', { proxy: 'http://127.0.0.1:1' })
  expect(await get('/')).toMatchObject({ failure: { code: 'proxy' } })
})

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

test.each([
  ['at once with the response', [`HTTP/1.1 100 Continue\r\n\r\n${ok}`]],
  ['before the response', ['HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n', ok]],
])('an interim response 100 that comes %s is skipped, on a kept connection too', async (_, parts) => {
  const url = await serveRaw((socket) => {
    socket.on('data', async () => {
      for (const part of parts) {
        socket.write(part)
        await pause(20)
      }
    })
  })
  const { get } = clientOf(url)
  for (const path of ['/first', '/second'])
    expect(await get(path)).toMatchObject({ response: { status: 200, text: '{}' } })
})

test('a body that reads like an interim response arrives whole', async () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nand more'
  const url = await serve(async (_, response) => {
    response.writeHead(200).flushHeaders()
    await pause(20)
    response.end(text)
  })
  expect(await clientOf(url).get('/')).toMatchObject({ response: { status: 200, text } })
})
