import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clientOf, failureCode, post } from '../testing/client.ts'
import { serve, serveRaw } from '../testing/server.ts'

const head = 'HTTP/1.1 200 OK\r\n'

/** Serves connections that answer the first request and break at the second. Counts the requests. */
const serveStale = async (breakOff: (socket: Socket) => void) => {
  const seen = { requests: 0 }
  const url = await serveRaw((socket) => {
    let here = 0
    socket.on('data', () => {
      seen.requests++
      if (++here > 1) breakOff(socket)
      else socket.write(`${head}Content-Length: 2\r\n\r\n{}`)
    })
  })
  return { url, seen }
}

const breaks: Array<[string, (socket: Socket) => void]> = [
  ['closed', (socket) => socket.destroy()],
  ['reset', (socket) => socket.resetAndDestroy()],
]

test.each(breaks)('a GET is repeated once if a kept-alive connection turned out %s', async (_, breakOff) => {
  const { url, seen } = await serveStale(breakOff)
  const client = clientOf(url)
  await client('/1')
  await turn()
  expect(await client('/2')).toMatchObject({ response: { status: 200 } })
  expect(seen.requests).toBe(3)
})

test.each(breaks)('a POST is not repeated if a kept-alive connection turned out %s', async (_, breakOff) => {
  const { url, seen } = await serveStale(breakOff)
  const client = clientOf(url)
  await client('/1', post)
  await turn()
  expect(failureCode(await client('/2', post))).toBe('closed')
  expect(seen.requests).toBe(2)
})

test('the client does not take a response that breaks off midway for a stale connection', async () => {
  const { url, seen } = await serveStale((socket) => socket.end(`${head}Content-Length: 2\r\n\r\n{`))
  const client = clientOf(url)
  await client('/1')
  await turn()
  expect(await client('/2')).toMatchObject({ response: { incomplete: 'ended after 1 of 2 bytes' } })
  expect(seen.requests).toBe(2)
})

test('the client reads a response that came in time even if this process was busy past the timeout', async () => {
  const url = await serve((_, response) => void setTimeout(() => response.end('{}'), 50))
  const client = clientOf(url, { requestTimeout: 300 })
  const answer = client('/')
  await delay(10)
  const until = performance.now() + 600
  while (performance.now() < until);
  expect(await answer).toMatchObject({ response: { status: 200 } })
})

test.each(breaks)('a GET on a new connection that is %s is not repeated', async (_, breakOff) => {
  let requests = 0
  const url = await serveRaw((socket) =>
    socket.once('data', () => {
      requests++
      breakOff(socket)
    }),
  )
  expect(failureCode(await clientOf(url)('/'))).toBe('reset')
  expect(requests).toBe(1)
})

test('connections are kept alive, one for each request under way', async () => {
  const ports = new Set<number | undefined>()
  const client = clientOf(
    await serve(({ socket }, response) => {
      ports.add(socket.remotePort)
      response.end('{}')
    }),
  )
  for (let round = 0; round < 5; round++) {
    await Promise.all([client('/a'), client('/b', post)])
    await turn()
  }
  expect(ports.size).toBe(2)
})
