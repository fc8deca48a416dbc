import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { listenTo } from '../testing/listening.ts'
import { pay, quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

test('the first event contains the current state', async () => {
  const mock = await running({ clock: { frozen: true } })
  await askControl(mock, 'PUT', '/variants', { variants: ['ids-counted'] })
  await askControl(mock, 'POST', '/answers', { status: 503 })
  const { first } = await listenTo(`${mock.controlUrl}/events`)
  expect((await first('hello')).data).toEqual({
    resumed: false,
    url: mock.url,
    profile: 'interface',
    clock: { now: '2026-01-01T12:00:00.000Z', frozen: true },
    on: { variants: ['ids-counted'], faults: [] },
    orders: [{ status: 503, times: 1 }],
  })
})

test('an event reports each exchange, change of clock or setup, order and reset', async () => {
  const mock = await running()
  const { first } = await listenTo(`${mock.controlUrl}/events`)
  await call(mock, { path: '/quotes/1', signer: null })
  expect((await first('exchange')).data).toEqual({
    id: 1,
    at: '2026-01-01T12:00:00.000Z',
    method: 'GET',
    url: '/quotes/1',
    status: 401,
    operation: 'get-quote',
    refusedBy: 'signature-present',
  })
  await askControl(mock, 'POST', '/clock', { advance: '1h' })
  expect((await first('clock')).data).toEqual({ now: '2026-01-01T13:00:00.000Z', frozen: false })
  await askControl(mock, 'PUT', '/faults', { faults: ['refusals-in-html'] })
  expect((await first('setup')).data).toEqual({ variants: [], faults: ['refusals-in-html'] })
  await askControl(mock, 'POST', '/answers', { status: 503 })
  expect((await first('answers')).data).toEqual({ orders: [{ status: 503, times: 1 }] })
  await askControl(mock, 'POST', '/reset')
  expect((await first('reset')).data).toMatchObject({ now: '2026-01-01T12:00:00.000Z' })
})

test('an event reports a resource when it is created and when it changes, even by the clock alone', async () => {
  const mock = await running()
  const { first, heard } = await listenTo(`${mock.controlUrl}/events`)
  await first('hello')
  const { json } = await pay(mock)
  const { id } = json as { id: string }
  const shown = () =>
    heard
      .filter(({ event }) => event === 'resource')
      .map(({ data }) => (data as { resource: { id: string; sentAmount?: { value: string } } }).resource)
      .filter((resource) => resource.id === id)
      .map(({ sentAmount }) => sentAmount?.value)
  await expect.poll(shown).toEqual(['0'])
  mock.clock.advance(1000)
  await expect.poll(shown).toEqual(['0', '100'])
})

test('a listener that reconnects gets only the events that it missed', async () => {
  const mock = await running()
  const before = await listenTo(`${mock.controlUrl}/events`)
  await quote(mock)
  const { id } = await before.first('exchange')
  before.stop()
  await quote(mock)
  await call(mock, { path: '/nothing' })
  const { first, heard } = await listenTo(`${mock.controlUrl}/events`, id)
  expect((await first('hello')).data).toMatchObject({ resumed: true })
  const ids = () =>
    heard.filter(({ event }) => event === 'exchange').map(({ data }) => (data as { id: number }).id)
  await expect.poll(ids).toEqual([2, 3])
})

test.each(['another-1', 'nonsense', ''])('a listener cannot resume after id %j', async (last) => {
  const mock = await running()
  const { first } = await listenTo(`${mock.controlUrl}/events`, last)
  expect((await first('hello')).data).toMatchObject({ resumed: false })
})

test('a listener is not resumed after an event that is no longer stored', async () => {
  const mock = await running()
  const { first, stop } = await listenTo(`${mock.controlUrl}/events`)
  const { id } = await first('hello')
  stop()
  for (let count = 0; count < 1001; count += 1) mock.feed.tell('clock', {})
  expect((await (await listenTo(`${mock.controlUrl}/events`, id)).first('hello')).data).toMatchObject({
    resumed: false,
  })
})

test('a twenty-first listener is refused until another leaves', async () => {
  const mock = await running()
  const all = await Promise.all(Array.from({ length: 20 }, () => listenTo(`${mock.controlUrl}/events`)))
  expect((await fetch(`${mock.controlUrl}/events`)).status).toBe(429)
  all[0]?.stop()
  await expect.poll(mock.feed.listeners).toBe(19)
  expect((await listenTo(`${mock.controlUrl}/events`)).status).toBe(200)
})

test('a listener that reads nothing is dropped, and others continue to get events', async () => {
  const mock = await running()
  const { hostname, port } = new URL(mock.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.pause().write('GET /_control/events HTTP/1.1\r\nhost: x\r\n\r\n')
  const other = await listenTo(`${mock.controlUrl}/events`)
  await expect.poll(mock.feed.listeners).toBe(2)
  const large = 'x'.repeat(100_000)
  for (let count = 0; mock.feed.listeners() === 2 && count < 500; count += 1) {
    mock.feed.tell('clock', { large })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(mock.feed.listeners()).toBe(1)
  mock.feed.tell('reset', {})
  await other.first('reset')
  socket.destroy()
})
