import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { signed } from '../testing/call.ts'
import { heldMemory } from '../testing/held-memory.ts'
import { running } from '../testing/running.ts'

/** The duration of the load. `npm run live:memory` sets it to 60 seconds. */
const seconds = Number(process.env['LOADED'] ?? 5)
const connections = 200
const slowOnes = 150

const post = 'POST /quotes HTTP/1.1\r\nhost: mock\r\n'

/** Beginnings of requests that never end. The piece is then sent ten times a second. */
const slowRequests: ReadonlyArray<readonly [beginning: string, piece: string]> = [
  ['GET /quotes/1 HTTP/1.1\r\nhost: mock\r\nx: ', 'x'],
  [`${post}content-length: 100000\r\n\r\n`, ' '],
  [`${post}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
]

const sendSlowly = (url: string, [beginning, piece]: readonly [string, string]): Socket => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined).write(beginning)
  const timer = setInterval(() => socket.writable && socket.write(piece), 100)
  socket.on('close', () => clearInterval(timer))
  onTestFinished(() => void socket.destroy())
  return socket
}

test(`${connections} connections for ${seconds} s, together with ${slowOnes} slow senders, leave no error and no memory behind`, {
  timeout: seconds * 1000 + 120_000,
}, async () => {
  const mock = await running()
  const path = '/incoming-payments'
  const { headers } = await signed(mock, { path })
  const pool = new Pool(mock.url, { connections })
  const answers = new Map<string, number>()
  const ask = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      const answer = await pool.request({ method: 'GET', path, headers }).then(
        ({ statusCode, body }) => body.dump().then(() => `${statusCode}`),
        (error: Error) => error.message,
      )
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  const load = (milliseconds: number) => {
    const until = performance.now() + milliseconds
    return Promise.all(Array.from({ length: connections }, () => ask(until)))
  }
  // The mock stores at most 1,000 exchanges. That many are stored before memory is measured for the first time.
  while (mock.exchanges.all().length < 1000) await load(500)
  const before = await heldMemory()
  answers.clear()
  const slow = Array.from({ length: slowOnes }, (_, at) =>
    sendSlowly(mock.url, slowRequests[at % slowRequests.length] ?? ['', '']),
  )
  await load(seconds * 1000)
  const unanswered = slow.filter(({ bytesRead, destroyed }) => bytesRead === 0 && !destroyed).length
  for (const socket of slow) socket.destroy()
  await setTimeout(500)
  const after = await heldMemory()
  await pool.destroy()
  process.stdout.write(`${JSON.stringify({ before, after, answers: Object.fromEntries(answers) })}\n`)
  expect([...answers.keys()]).toEqual(['200'])
  // The mock refuses requests whose headers take longer than a minute.
  expect(unanswered).toBeGreaterThanOrEqual(slowOnes / 2)
  expect(after.heap - before.heap).toBeLessThan(8)
  expect(after.buffers - before.buffers).toBeLessThan(8)
})
