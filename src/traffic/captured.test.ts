import { expect, test } from 'vitest'
import { type Captured, inOrder } from './captured.ts'

const passed = (url: string, at: number, milliseconds: number): Captured => ({
  request: { method: 'GET', url, headers: {} },
  at,
  milliseconds,
})

test('exchanges come in the order of their answers; at one moment, sending counts before answering', () => {
  const told = inOrder([passed('slow', 0, 10), passed('quick', 5, 2), passed('after', 10, 1)])
  expect(told.map(({ captured, counts }) => [captured.request.url, counts])).toEqual([
    ['quick', { sent: 2, received: 3 }],
    ['slow', { sent: 1, received: 5 }],
    ['after', { sent: 4, received: 6 }],
  ])
})
