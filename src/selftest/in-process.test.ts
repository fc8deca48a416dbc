import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { createInProcess, createVirtualTime } from './in-process.ts'

const origin = 'http://mock.example:8080'

test('the dispatcher reaches the server in the same process, and no other one', async () => {
  const dispatcher = createInProcess((asked, answer) => answer.end(asked.url), origin, createVirtualTime(0))
  const { body } = await request(`${origin}/quotes/1?a=b`, { dispatcher })
  expect(await body.text()).toBe('/quotes/1?a=b')
  await expect(request('http://other.example/', { dispatcher })).rejects.toThrow('not served in this process')
  await dispatcher.destroy()
})

// Node's parsers keep references to open connections: a server that is never told of the end stays in memory with all
// that it holds.
test('a connection that the client ends is closed on the server too', async () => {
  const sockets: Socket[] = []
  const dispatcher = createInProcess(
    (asked, answer) => {
      sockets.push(asked.socket)
      answer.end()
    },
    origin,
    createVirtualTime(0),
  )
  const { body } = await request(origin, { dispatcher })
  await body.dump()
  const [socket] = sockets
  if (!socket) throw new Error('the server was not asked')
  const closed = once(socket, 'close')
  await dispatcher.destroy()
  await closed
  expect(socket.destroyed).toBe(true)
})

test('a request on a line of its own arrives on a connection of its own', async () => {
  const sockets: Socket[] = []
  const dispatcher = createInProcess(
    ({ socket }, answer) => {
      sockets.push(socket)
      answer.end()
    },
    origin,
    createVirtualTime(0),
  )
  for (const line of [undefined, undefined, { requests: 1 }, undefined]) {
    const given = { dispatcher, ...(line && { line }) }
    const { body } = await request(origin, given)
    await body.dump()
    await turn()
  }
  const [first, second, third, fourth] = sockets
  expect([second === first, third === first, fourth === first]).toEqual([true, false, true])
  await dispatcher.destroy()
})
