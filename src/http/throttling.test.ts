import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { BudgetSpent } from './budget.ts'
import { draft, ok, post, wired } from './testing/wired.ts'

/** Answers 429 this many times, then 200. Keeps the signatures that it saw. */
const busy = (times: number, headers: Record<string, string> = {}, status = 429) => {
  const signatures: unknown[] = []
  const handler: RequestListener = (request, response) => {
    signatures.push(request.headers.signature)
    if (signatures.length > times) return ok(request, response)
    response.writeHead(status, headers).end()
  }
  return { handler, signatures }
}

/** Answers 503 this many times, then 200. */
const unavailable = (times: number, headers: Record<string, string> = {}): RequestListener => {
  let seen = 0
  return (request, response) =>
    ++seen > times ? ok(request, response) : response.writeHead(503, headers).end()
}

test.each([
  [{}, 1000],
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 5000],
])('retries a 429 with %j once after %i ms, with a new signature', async (headers, milliseconds) => {
  const { handler, signatures } = busy(1, { ...headers })
  const { wire, waits, events } = await wired(handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 2, response: { status: 200 } })
  expect(waits).toEqual([milliseconds])
  expect(new Set(signatures).size).toBe(2)
  expect(events.map(({ number, response }) => [number, response?.status])).toEqual([
    [1, 429],
    [2, 200],
  ])
})

test('a 403 with Retry-After is taken for a limit of the rate, and the request is sent again after the wait', async () => {
  const { wire, waits } = await wired(busy(1, { 'retry-after': '2' }, 403).handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 2, response: { status: 200 } })
  expect(waits).toEqual([2000])
})

test('a Retry-After of 0 counts as none, because the server may round the rest of a second down', async () => {
  const { wire, waits } = await wired(busy(3, { 'retry-after': '0' }).handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 4, response: { status: 200 } })
  expect(waits).toEqual([1000, 2000, 4000])
})

test('a 403 that stays after the wait is a refusal, and no longer waited for after the third of its kind', async () => {
  const { wire, waits } = await wired(busy(99, { 'retry-after': '2' }, 403).handler)
  for (let times = 0; times < 5; times++)
    expect(await wire.send('c', post)).toMatchObject({ response: { status: 403 } })
  expect(waits).toEqual([2000, 2000, 2000])
})

test('a tamper is applied again to the request that is sent after a 429', async () => {
  const { handler } = busy(1)
  const { wire, events } = await wired(handler)
  await wire.send('c', post, ({ headers: { signature: _, ...headers }, ...message }) => ({
    ...message,
    headers,
  }))
  expect(events.map(({ request }) => request.altered)).toEqual([['signature'], ['signature']])
})

test('a second 429 with Retry-After is the failure "throttled"', async () => {
  const { handler, signatures } = busy(9, { 'retry-after': '1' })
  const { wire, waits, events } = await wired(handler)
  const answer = await wire.send('c', draft)
  expect(answer.failure).toEqual({
    code: 'throttled',
    message:
      'the server has too many requests (429) and was busy again after the wait; lower limits.requestsPerSecond in the target file',
  })
  expect(answer).not.toHaveProperty('response')
  expect([signatures.length, waits.length, events.length]).toEqual([2, 1, 2])
})

test('retries a request that gets 429 without Retry-After after longer and longer waits', async () => {
  const { wire, waits } = await wired(busy(3).handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 4, response: { status: 200 } })
  expect(waits).toEqual([1000, 2000, 4000])
})

test('a kind of request that keeps getting 429 is retried only once after three failed attempts', async () => {
  const { wire, waits } = await wired(busy(99).handler)
  for (let times = 0; times < 4; times++)
    expect(await wire.send('c', post)).toMatchObject({ failure: { code: 'throttled' } })
  const long = waits.filter((wait) => wait >= 1000)
  expect(long).toEqual([...Array(3).fill([1000, 2000, 4000, 8000]).flat(), 1000])
})

test.each(['31', '86400', 'Thu, 01 Jan 2026 01:00:00 GMT'])(
  'does not wait if a 429 asks for a wait as long as %s',
  async (header) => {
    const { handler } = busy(1, { 'retry-after': header, date: 'Thu, 01 Jan 2026 00:00:00 GMT' })
    const { wire, waits, events } = await wired(handler)
    expect(await wire.send('c', draft)).toMatchObject({ exchange: 1, failure: { code: 'throttled' } })
    expect([waits.length, events.length]).toEqual([0, 1])
  },
)

test('the request after a 429 needs its share of the budget', async () => {
  const { handler } = busy(1)
  const { wire, events } = await wired(handler, { limits: { maxRequests: 1 } })
  await expect(wire.send('c', draft)).rejects.toThrow(BudgetSpent)
  expect(events).toHaveLength(1)
})

test.each([
  [2999, 0, { failure: { code: 'throttled' } }],
  [3000, 1, { response: { status: 200 } }],
])(
  'with %i ms left of the run, a 429 that asks for 3 s makes the run wait %i times',
  async (left, times, answer) => {
    const { handler } = busy(1, { 'retry-after': '3' })
    const { wire, waits } = await wired(handler, {}, { remaining: () => left })
    expect(await wire.send('c', draft)).toMatchObject(answer)
    expect(waits.length).toBe(times)
  },
)

test('after a 503, the run pauses for as long as the server asks, before the request may be repeated', async () => {
  const { wire, waits } = await wired(unavailable(1, { 'retry-after': '2' }))
  expect(await wire.send('c', post)).toMatchObject({ exchange: 1, response: { status: 503 } })
  expect(waits).toEqual([2000])
  expect(await wire.send('c', { ...post, repeats: 1 })).toMatchObject({ response: { status: 200 } })
  expect(waits).toEqual([2000])
})

test('a kind of request that keeps getting 503 makes a run pause three times', async () => {
  const { wire, waits } = await wired(unavailable(99))
  for (const exchange of [1, 3, 5, 7, 9]) {
    await wire.send('c', post)
    await wire.send('c', { ...post, repeats: exchange })
  }
  expect(waits).toEqual([1000, 1000, 1000])
})

test('numbers and the request budget carry over from earlier parts of a run', async () => {
  const before = { requests: 4, exchanges: 7, ticks: 12 }
  const { wire, events } = await wired(ok, { limits: { maxRequests: 5 } }, { before })
  await wire.send('c', draft)
  expect(events).toMatchObject([{ number: 8, sent: 13, received: 14 }])
  await expect(wire.send('c', draft)).rejects.toThrow(BudgetSpent)
})
