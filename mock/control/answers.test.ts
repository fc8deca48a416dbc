import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { pay, quote } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'

const order = (mock: Running, body: object) => askControl(mock, 'POST', '/answers', body)

const ledger = async (mock: Running) =>
  ((await askControl(mock, 'GET', '/ledger')).json as { payments: number }).payments

test('an order replaces processing with its status as many times as ordered, and no more', async () => {
  const mock = await running()
  await order(mock, { status: 503, times: 2 })
  expect(await pay(mock)).toMatchObject({ status: 503, json: { error: { code: 'asked-for' } } })
  expect((await pay(mock)).status).toBe(503)
  expect(await ledger(mock)).toBe(0)
  expect((await pay(mock)).status).toBe(201)
})

test('an order for an operation leaves all others alone', async () => {
  const mock = await running()
  await order(mock, { status: 500, operation: 'create-outgoing-payment' })
  expect((await quote(mock)).status).toBe(201)
  expect((await pay(mock)).status).toBe(500)
})

test('an order for a path applies to any query, an order with a query only to that query', async () => {
  const mock = await running()
  await order(mock, { status: 500, path: '/incoming-payments?first=1' })
  await order(mock, { status: 502, path: '/outgoing-payments' })
  expect((await call(mock, { path: '/incoming-payments?first=2' })).status).toBe(200)
  expect((await call(mock, { path: '/incoming-payments?first=1' })).status).toBe(500)
  expect((await call(mock, { path: '/outgoing-payments?first=1' })).status).toBe(502)
})

test('a delayed answer is held back as long as the order says, and arrives complete', async () => {
  const waited: number[] = []
  const mock = await running({ wait: async (milliseconds) => void waited.push(milliseconds) })
  await order(mock, { delay: '2s' })
  expect((await quote(mock)).status).toBe(201)
  expect(waited).toContain(2000)
})

test('a delayed answer takes at least its delay in real time', async () => {
  const mock = await running()
  await order(mock, { delay: '300ms' })
  const begun = performance.now()
  await quote(mock)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(295)
})

test.each([
  ['empty', ''],
  ['garbage', expect.stringContaining('�')],
])('an answer broken as %s keeps its status, and the request is processed', async (broken, text) => {
  const mock = await running()
  await order(mock, { broken })
  expect(await pay(mock)).toMatchObject({ status: 201, text })
  expect(await ledger(mock)).toBe(1)
})

test('an answer that is cut off announces more bytes than it sends', async () => {
  const mock = await running()
  await order(mock, { broken: 'cut-off' })
  expect(await pay(mock)).toMatchObject({ text: 'SocketError' })
  expect(await ledger(mock)).toBe(1)
})

test('the order "reset" resets the connection instead of answering', async () => {
  const mock = await running()
  await order(mock, { broken: 'reset' })
  const { hostname, port } = new URL(mock.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write('GET /quotes/1 HTTP/1.1\r\nhost: mock\r\n\r\n')
  const [error] = await once(socket, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})

test('an exchange records how its answer was broken, and the body that was really sent', async () => {
  const mock = await running()
  await order(mock, { broken: 'empty' })
  const { headers } = await quote(mock)
  const { json } = await askControl(mock, 'GET', `/exchanges/${headers['x-mock-exchange']}`)
  expect(json).toMatchObject({ broken: 'the body removed', answer: { status: 201, body: '' } })
})

test('orders are shown until they are carried out, and can be forgotten', async () => {
  const mock = await running()
  await order(mock, { status: 503, times: 2 })
  await order(mock, { delay: '1s', operation: 'get-quote' })
  await quote(mock)
  expect((await askControl(mock, 'GET', '/answers')).json).toEqual({
    orders: [
      { status: 503, times: 1 },
      { delay: '1000ms', operation: 'get-quote', times: 1 },
    ],
  })
  expect((await askControl(mock, 'DELETE', '/answers')).json).toEqual({ orders: [] })
  expect((await quote(mock)).status).toBe(201)
})

test('an order has a place in the sequence, a body and headers of its own', async () => {
  const mock = await running()
  await order(mock, { after: 1, status: 429, headers: { 'Retry-After': '2' }, body: { slow: 'down' } })
  await order(mock, { status: 503, operation: 'get-quote' })
  expect((await quote(mock)).status).toBe(201)
  expect(await pay(mock)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '2' },
    json: { slow: 'down' },
  })
  expect((await pay(mock)).status).toBe(201)
})

test('a reset of the mock forgets all orders', async () => {
  const mock = await running()
  await order(mock, { status: 503 })
  await askControl(mock, 'POST', '/reset')
  expect((await quote(mock)).status).toBe(201)
})

test.each([
  [{}, 'The order is empty. Give at least one of delay, status and broken'],
  [{ status: 99 }, 'status is not an integer from 200 to 599'],
  [{ status: 503, times: 0 }, 'times is not an integer from 1 to 1000'],
  [
    { body: {}, delay: '1s' },
    'body and headers need a status. They are returned without processing the request',
  ],
  [{ status: 429, headers: { 'Retry-After': 2 } }, 'headers is not an object of header names and strings'],
  [{ status: 429, headers: { 'x-a': 'a\r\nb: c' } }, 'headers is not an object of header names and strings'],
  [
    { status: 429, headers: { 'Content-Length': '1' } },
    'headers has Content-Length, which the mock sets itself',
  ],
  [{ delay: '11m' }, 'delay is longer than 10m'],
  [{ delay: 2 }, 'delay is not a duration such as "2s"'],
  [{ broken: 'rest' }, 'broken is not one of reset, empty, garbage, cut-off. Did you mean "reset"?'],
  [{ status: 500, operation: 'create-quotes' }, expect.stringContaining('Did you mean "create-quote"?')],
])('the order %j is refused', async (body, description) => {
  const mock = await running()
  expect(await order(mock, body)).toMatchObject({ status: 400, json: { error: { description } } })
  expect(mock.answers.all()).toEqual([])
})

test('the mock refuses an order while a hundred are waiting', async () => {
  const mock = await running()
  for (let count = 0; count < 100; count += 1) await order(mock, { status: 500, path: '/x' })
  expect((await order(mock, { status: 500 })).status).toBe(400)
})
