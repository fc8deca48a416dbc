import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../core/events.ts'
import { seenIn } from './seen.ts'

test.each([
  [{ Range: 'bytes=0-' }, 206, false],
  [{ Range: 'bytes=0-' }, 200, true],
  [{}, 206, true],
  [{}, 404, false],
])('a request with the headers %j that gets a %i is judged as accepted: %s', (headers, status, accepted) => {
  const exchange = { request: { headers }, response: { status, headers: {}, body: '{}' } }
  expect(seenIn(exchange as unknown as ExchangeEvent)).toMatchObject({ accepted, json: {} })
})
