import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../core/events.ts'
import { exchangeLine } from './exchange-line.ts'

test('control characters in an id chosen by the server are escaped', () => {
  const event = {
    check: 'ids/quote-is-read-back',
    request: { method: 'GET', url: 'https://wallet.example/quotes/1\u001b[2J\r\u202e' },
    failure: { code: 'protocol' },
    milliseconds: 1.4,
  } as ExchangeEvent
  expect(exchangeLine(event)).toBe(
    'ids/quote-is-read-back GET https://wallet.example/quotes/1\\u{1b}[2J\\r\\u{202e} protocol 1 ms',
  )
})
