import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Outcome } from './answers/answer.ts'
import { createLoad } from './load.ts'

const status = (code: number): Outcome => ({
  response: { status: code, headers: {}, text: '', json: undefined },
})
const reset: Outcome = { failure: { code: 'reset', message: 'connection reset' } }

/**
 * Sends this many requests at once, as far as the load allows. `answer` gives the outcome of each and its milliseconds.
 * Returns the most requests that were under way together.
 */
const most = async (
  load: ReturnType<typeof createLoad>,
  count: number,
  answer: (underWay: number) => [Outcome, number],
  kind = 'POST /quotes',
): Promise<number> => {
  let [underWay, top] = [0, 0]
  await Promise.all(
    Array.from({ length: count }, async () => {
      const { leave } = await load.enter({ kind })
      top = Math.max(top, ++underWay)
      const [outcome, milliseconds] = answer(underWay)
      await setImmediate()
      underWay--
      leave(outcome, milliseconds)
    }),
  )
  return top
}

/** Creates a load that has seen a quick response. */
const quickly = async () => {
  const load = createLoad(64, 5000)
  await most(load, 1, () => [status(200), 5])
  return load
}

test('the number of concurrent requests grows up to the limit as long as answers are quick', async () => {
  const load = await quickly()
  expect(await most(load, 16, () => [status(200), 60])).toBe(16)
  expect(await most(load, 200, () => [status(200), 60])).toBe(64)
})

test.each([
  ['429', status(429)],
  ['503', status(503)],
  ['a reset', reset],
])('%s halves the concurrent requests, once for all that were under way together', async (_, outcome) => {
  const load = await quickly()
  await most(load, 16, () => [outcome, 5])
  expect(await most(load, 8, () => [status(200), 5])).toBe(8)
})

test('a kept-alive connection that the server closed changes no limit, and shows no time', async () => {
  const load = await quickly()
  const closed: Outcome = { failure: { code: 'closed', message: 'closed before a response began' } }
  await most(load, 16, () => [closed, 1], 'GET /incoming-payments')
  expect(await most(load, 16, () => [status(200), 5])).toBe(16)
  expect(await most(load, 64, () => [status(200), 200], 'GET /incoming-payments')).toBeGreaterThan(4)
})

test('the run does not soon return to a number of concurrent requests that was too high', async () => {
  const load = createLoad(64, 5000)
  const answer = (underWay: number): [Outcome, number] => [underWay > 4 ? reset : status(200), 5]
  await most(load, 300, answer)
  expect(await most(load, 100, answer)).toBe(4)
})

test('a server that slows down under many requests gets fewer, but still several at once', async () => {
  const load = createLoad(64, 5000)
  await most(load, 1, () => [status(200), 50])
  const answer = (underWay: number): [Outcome, number] => [status(200), 50 * underWay]
  await most(load, 400, answer)
  const top = await most(load, 200, answer)
  expect(top).toBeGreaterThanOrEqual(4)
  expect(top).toBeLessThan(16)
})

test('a held load starts no request, and a priority request then overtakes waiting ones', async () => {
  const load = createLoad(1, 5000)
  const order: string[] = []
  let resume = (): void => {}
  const held = load.hold(new Promise<void>((over) => (resume = over)))
  const go = async (name: string, isFirst: boolean): Promise<void> => {
    const { leave } = await load.enter({ kind: 'GET', isFirst })
    order.push(name)
    leave(status(200), 1)
  }
  const all = [go('a', false), go('b', false), held.then(() => go('again', true))]
  await setImmediate()
  expect(order).toEqual([])
  resume()
  await Promise.all(all)
  expect(order).toEqual(['a', 'again', 'b'])
})

/**
 * A server that works on this many requests at a time, a second each, and queues the others. Returns the milliseconds
 * of each request, and of all together.
 */
const served = async (load: ReturnType<typeof createLoad>, count: number, workers: number) => {
  let now = 0
  const free = Array.from({ length: workers }, () => 0)
  const underWay: Array<{ begun: number; end: number; leave: (outcome: Outcome, time: number) => void }> = []
  const begin = async (): Promise<void> => {
    const { leave } = await load.enter({ kind: 'slow' })
    const end = Math.max(now, free.sort((one, other) => one - other)[0] ?? 0) + 1000
    free[0] = end
    underWay.push({ begun: now, end, leave })
  }
  for (let each = 0; each < count; each++) void begin()
  const times: number[] = []
  for (let each = 0; each < count; each++) {
    for (let turns = 0; turns < 3; turns++) await setImmediate()
    const next = underWay.sort((one, other) => one.end - other.end).shift()
    now = next?.end ?? now
    times.push(now - (next?.begun ?? 0))
    next?.leave(status(201), times.at(-1) ?? 0)
  }
  return { times, took: now }
}

test.each([1, 2, 6, 64])(
  'a server that works on %i slow requests at a time is kept busy, and never answers one too late',
  async (workers) => {
    const load = createLoad(64, 5000)
    await served(load, 1, workers)
    const { times, took } = await served(load, 200, workers)
    expect(Math.max(...times)).toBeLessThanOrEqual(4000)
    expect(took).toBeLessThanOrEqual((1.1 * 200_000) / Math.min(workers, 20))
  },
)

test('slow requests of one kind hold back no others', async () => {
  const load = await quickly()
  await most(load, 1, () => [status(201), 1000], 'slow')
  const places = await Promise.all([load.enter({ kind: 'slow' }), load.enter({ kind: 'slow' })])
  const waiting = load.enter({ kind: 'slow' })
  expect(await most(load, 30, () => [status(200), 5])).toBeGreaterThanOrEqual(8)
  for (const { leave } of places) leave(status(201), 1000)
  ;(await waiting).leave(status(201), 1000)
})

test('a request that takes long when it is alone gets more time than the timeout', async () => {
  const load = createLoad(64, 5000)
  await most(load, 1, () => [status(201), 3000])
  const place = await load.enter({ kind: 'POST /quotes' })
  expect(place.timeout).toBe(15_000)
  expect((await load.enter({ kind: 'GET' })).timeout).toBe(5000)
})

test('while a request has to be alone, no other one of its kind is under way', async () => {
  const load = await quickly()
  const kind = 'POST /quotes'
  const order: string[] = []
  const first = await load.enter({ kind })
  const later = [
    load.enter({ kind }).then(({ leave }) => {
      order.push('other')
      leave(status(201), 5)
    }),
    load.enter({ kind, isAlone: true }).then(async ({ leave }) => {
      order.push('alone')
      await setImmediate()
      order.push('alone ends')
      leave(status(201), 5)
    }),
  ]
  // One that was free to begin has begun.
  await setImmediate()
  expect(order).toEqual(['other'])
  later.push(load.enter({ kind }).then(() => void order.push('last')))
  first.leave(status(201), 5)
  await Promise.all(later)
  expect(order).toEqual(['other', 'alone', 'alone ends', 'last'])
})
