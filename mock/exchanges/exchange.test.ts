import { expect, test } from 'vitest'
import { createExchanges, type Exchange, type Exchanges } from './exchange.ts'

const exchange = (exchanges: Exchanges, bytes = 0): Exchange => ({
  id: exchanges.next(),
  at: 0,
  method: 'GET',
  url: '/',
  targetUri: 'http://x/',
  headers: [],
  body: new Uint8Array(bytes),
  status: 200,
  answerHeaders: [],
  answerBody: new Uint8Array(),
  cutOff: 0,
})

const ids = (exchanges: Exchanges) => exchanges.all().map(({ id }) => id)

test('the oldest exchanges are dropped when there are too many', () => {
  const exchanges = createExchanges({ count: 3, body: 100, bytes: 1_000_000 })
  for (let count = 0; count < 5; count += 1) exchanges.keep(exchange(exchanges))
  expect(ids(exchanges)).toEqual([3, 4, 5])
  expect(exchanges.get(1)).toBeUndefined()
})

test('the oldest exchanges are dropped when all together hold too many bytes', () => {
  const exchanges = createExchanges({ count: 100, body: 10_000, bytes: 30_000 })
  for (let count = 0; count < 5; count += 1) exchanges.keep(exchange(exchanges, 9_000))
  expect(ids(exchanges)).toEqual([3, 4, 5])
})

test('an exchange that began before a clear is not stored', () => {
  const exchanges = createExchanges()
  exchanges.keep(exchange(exchanges))
  const late = exchange(exchanges)
  exchanges.clear()
  exchanges.keep(late)
  expect(ids(exchanges)).toEqual([])
})

test('a subscriber gets every exchange until it ends its subscription', () => {
  const exchanges = createExchanges()
  const seen: number[] = []
  const end = exchanges.subscribe(({ id }) => seen.push(id))
  exchanges.keep(exchange(exchanges))
  end()
  exchanges.keep(exchange(exchanges))
  expect(seen).toEqual([1])
})
