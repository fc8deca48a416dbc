import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { seenIn } from '../../../src/judge/seen.ts'
import { plainFacts } from '../../testing/fold.ts'
import { noPassingFailure } from './passing-failures.ts'

const exchange = (number: number, more: Partial<ExchangeEvent>): ExchangeEvent => ({
  type: 'exchange',
  number,
  check: 'quotes/one-amount',
  operation: 'create-quote',
  sent: 2 * number,
  received: 2 * number + 1,
  at: '2026-11-20T07:00:00Z',
  milliseconds: 1,
  request: { method: 'POST', url: 'https://wallet.example/quotes', headers: {} },
  ...more,
})

const served = { status: 201, headers: {}, body: '{}' }

test.each([
  ['reset', false],
  ['timeout', false],
  ['closed', true],
])('a request that ended with %s, and not when it was repeated', (code, held) => {
  const judge = noPassingFailure.start(plainFacts)
  const first = judge(seenIn(exchange(1, { failure: { code, message: '' } })))
  const again = judge(seenIn(exchange(2, { repeats: 1, response: served })))
  expect([first, again.map((shown) => shown.held)]).toEqual([[], [held]])
})
