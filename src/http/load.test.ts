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
): Promise<number> => {
  let [underWay, top] = [0, 0]
  await Promise.all(
    Array.from({ length: count }, async () => {
      const leave = await load.enter({ kind: 'POST /quotes' })
      top = Math.max(top, ++underWay)
      const [outcome, milliseconds] = answer(underWay)
      await setImmediate()
      underWay--
      leave(outcome, milliseconds)
    }),
  )
  return top
}

test('the number of concurrent requests grows up to the limit as long as answers are quick', async () => {
  const load = createLoad(64)
  expect(await most(load, 16, () => [status(200), 60])).toBe(16)
  expect(await most(load, 200, () => [status(200), 60])).toBe(64)
})

test.each([
  ['429', status(429)],
  ['503', status(503)],
  ['a reset', reset],
])('%s halves the concurrent requests, once for all that were under way together', async (_, outcome) => {
  const load = createLoad(64)
  await most(load, 16, () => [outcome, 5])
  expect(await most(load, 8, () => [status(200), 5])).toBe(8)
})

test('does not soon return to a number of concurrent requests that was too high', async () => {
  const load = createLoad(64)
  const answer = (underWay: number): [Outcome, number] => [underWay > 4 ? reset : status(200), 5]
  await most(load, 300, answer)
  expect(await most(load, 100, answer)).toBe(4)
})

test('a server that slows down under many requests gets fewer, but still several at once', async () => {
  const load = createLoad(64)
  await most(load, 1, () => [status(200), 50])
  const answer = (underWay: number): [Outcome, number] => [status(200), 50 * underWay]
  await most(load, 400, answer)
  const top = await most(load, 200, answer)
  expect(top).toBeGreaterThanOrEqual(4)
  expect(top).toBeLessThan(16)
})

test('a held load starts no request, and a priority request then overtakes waiting ones', async () => {
  const load = createLoad(1)
  const order: string[] = []
  let resume = (): void => {}
  const held = load.hold(new Promise<void>((over) => (resume = over)))
  const go = async (name: string, isFirst: boolean): Promise<void> => {
    const leave = await load.enter({ kind: 'GET', isFirst })
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
