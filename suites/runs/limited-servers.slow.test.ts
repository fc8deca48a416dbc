import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'

/** Lets some requests of a server through, and answers the rest itself. */
type Limit = (answer: RequestListener, server: Server) => RequestListener

/** Starts the strict mock behind a limit and returns its URL. */
const limited = async (limit: Limit): Promise<string> => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close().closeAllConnections())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const { app } = createMock({ now: Date.now, random: seeded(1), publicUrl: url })
  server.on('request', limit(app, server))
  return url
}

const perSecond =
  (most: number): Limit =>
  (answer) => {
    let latest: number[] = []
    return (request, response) => {
      const now = performance.now()
      latest = latest.filter((time) => now - time < 1000)
      if (latest.length >= most) return response.writeHead(429, { 'retry-after': '1' }).end()
      latest.push(now)
      return answer(request, response)
    }
  }

/** Delays requests, each by more the more are under way. */
const slowing: Limit = (answer) => {
  let underWay = 0
  return async (request, response) => {
    underWay++
    response.on('close', () => underWay--)
    await setTimeout(5 * underWay)
    answer(request, response)
  }
}

const connections =
  (most: number): Limit =>
  (answer, server) => {
    server.maxConnections = most
    return answer
  }

test.each([
  ['answers 429 above ten requests a second', perSecond(10)],
  ['slows down with load', slowing],
  ['accepts four connections', connections(4)],
])('a server that %s conforms', async (_, limit) => {
  const target = await targetAt(await limited(limit))
  const only = ['tokens/missing', 'quotes', 'races']
  const events = await recordOf(target, { concurrency: 32, only, wait: setTimeout })
  expect(exitCodeAfter(events)).toBe(0)
  const undecided = verdictsIn(events).filter(({ verdict }) => verdict.status === 'inconclusive')
  expect(undecided).toEqual([])
})
