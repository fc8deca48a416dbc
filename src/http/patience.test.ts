import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { RequestDraft } from './draft.ts'
import { tokenOf } from './testing/target.ts'
import { draft, ok, post, wired } from './testing/wired.ts'

/** Answers this many times that the server is busy, then 200. */
const busy = (times: number, status = 409, headers: Record<string, string> = {}) => {
  let seen = 0
  const handler: RequestListener = (request, response) =>
    ++seen > times ? ok(request, response) : response.writeHead(status, headers).end()
  return { handler, requests: () => seen }
}

test.each([
  [409, {}, 1000],
  [423, { 'retry-after': '3' }, 3000],
  [425, {}, 1000],
])('a valid request that gets %i with %j is sent again after %i ms', async (status, headers, pause) => {
  const { wire, waits } = await wired(busy(2, status, headers).handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 3, response: { status: 200 } })
  expect(waits).toEqual([pause, pause])
})

test('asks a server that stays busy five times, and takes its last response as the answer', async () => {
  const { handler, requests } = busy(99)
  const { wire } = await wired(handler)
  expect(await wire.send('c', post)).toMatchObject({ response: { status: 409 } })
  expect(requests()).toBe(5)
})

test('a request that gets a 408 is sent once more at once', async () => {
  const { handler, requests } = busy(1, 408)
  const { wire, waits } = await wired(handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 2, response: { status: 200 } })
  expect(waits).toEqual([])
  expect(requests()).toBe(2)
})

test('the second 408 is the answer', async () => {
  const { wire } = await wired(busy(99, 408).handler)
  expect(await wire.send('c', post)).toMatchObject({ exchange: 2, response: { status: 408 } })
})

test.each<[string, RequestDraft]>([
  ['invalid', { ...post, invalid: true }],
  ['unsigned', { ...post, signing: 'none' }],
  ['expected to be refused', { ...post, patient: false }],
  ['sent only once', { ...post, once: true }],
])('a 409 refuses a request that is %s', async (_, request) => {
  const { handler, requests } = busy(1)
  const { wire } = await wired(handler)
  expect(await wire.send('c', request)).toMatchObject({ response: { status: 409 } })
  expect(requests()).toBe(1)
})

test('a request that is valid in other circumstances is sent again too', async () => {
  const { wire } = await wired(busy(1).handler)
  const answer = await wire.send('c', { ...post, invalid: true, patient: true })
  expect(answer).toMatchObject({ response: { status: 200 } })
})

test('the wire stops resending a kind of request after three failed attempts', async () => {
  const { handler, requests } = busy(99)
  const { wire } = await wired(handler)
  for (let times = 0; times < 3; times++) await wire.send('c', post)
  expect(requests()).toBe(15)
  await wire.send('c', post)
  expect(requests()).toBe(16)
  await wire.send('c', draft)
  expect(requests()).toBe(21)
})

test('no pause goes past the end of a run', async () => {
  const { wire, waits } = await wired(busy(1).handler, {}, { remaining: () => 999 })
  expect(await wire.send('c', post)).toMatchObject({ response: { status: 409 } })
  expect(waits).toEqual([])
})

test('the wire sends waiting requests one at a time', async () => {
  let [seen, underWay, most] = [0, 0, 0]
  const handler: RequestListener = (_, response) => {
    if (++seen <= 3) return response.writeHead(409).end()
    most = Math.max(most, ++underWay)
    setTimeout(() => {
      underWay--
      response.end('{}')
    }, 10)
  }
  const { wire } = await wired(handler)
  const answers = await Promise.all([1, 2, 3].map(() => wire.send('c', post)))
  expect(answers.map(({ response }) => response?.status)).toEqual([200, 200, 200])
  expect(most).toBe(1)
})

const payment: RequestDraft = {
  ...post,
  operation: 'create-outgoing-payment',
  path: '/outgoing-payments',
  body: { walletAddress: 'https://server.example/alice', incomingPayment: 'a', metadata: { n: 1 } },
  debits: 5n,
}

/** Accepts the first payment, then refuses this many, and accepts all others. */
const afterTheFirst = (refusals: number, status: number): RequestListener => {
  let seen = 0
  return (_, response) => {
    seen++
    response.writeHead(seen > 1 && seen <= 1 + refusals ? status : 201).end('{}')
  }
}

test.each([403, 409, 422])(
  'a direct payment that equals an accepted one and gets a %i is sent again, for up to 15 s',
  async (status) => {
    const { wire, waits } = await wired(afterTheFirst(4, status))
    await wire.send('c', payment)
    const again = { ...payment, body: { ...Object(payment.body), metadata: { n: 2 } } }
    expect(await wire.send('c', again)).toMatchObject({ response: { status: 201 } })
    expect(waits).toEqual([1000, 2000, 4000, 8000])
  },
)

test.each<[string, RequestDraft]>([
  ['another receiver', { ...payment, body: { ...Object(payment.body), incomingPayment: 'b' } }],
  ['a quote', { ...payment, body: { ...Object(payment.body), quoteId: 'q' } }],
  ['a flaw', { ...payment, invalid: true }],
  ['a body of bytes', { ...payment, body: new TextEncoder().encode('{}') }],
])('a refused payment with %s is not sent again', async (_, other) => {
  const { wire, waits } = await wired(afterTheFirst(1, 403))
  await wire.send('c', payment)
  expect(await wire.send('c', other)).toMatchObject({ response: { status: 403 } })
  expect(waits).toEqual([])
})

test('a payment with a limited token is not sent again, because checks use its limit up', async () => {
  const token = tokenOf('tokens.limited', 'L')
  const { wire, waits } = await wired(afterTheFirst(1, 403), {
    tokens: { limited: { token, debitAmount: 5n } },
  })
  await wire.send('c', { ...payment, token })
  expect(await wire.send('c', { ...payment, token })).toMatchObject({ response: { status: 403 } })
  expect(waits).toEqual([])
})
