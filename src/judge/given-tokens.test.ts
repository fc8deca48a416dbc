import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../core/events.ts'
import { createGivenTokens } from './given-tokens.ts'

const reading = (token: string, status: number, path = '/6f3a'): ExchangeEvent => ({
  type: 'exchange',
  number: 1,
  check: 'a/b',
  request: { method: 'GET', url: `https://wallet.example/incoming-payments${path}`, headers: {}, token },
  response: { status, headers: {}, body: '{"error":{"description":"token has expired"}}' },
  sent: 1,
  received: 2,
  at: '',
  milliseconds: 1,
})

const lacking = 'receivers.access in the target file: a token that may read the receivers'

test.each([
  ['not given', [reading('tokens.full', 401)], lacking, lacking],
  [
    'refused',
    [reading('receivers.access.token', 401)],
    lacking,
    'receivers.access is in the target file, but the server refuses it: GET /incoming-payments/{id}: status 401: token has expired',
  ],
  [
    'accepted',
    [reading('receivers.access.token', 401), reading('receivers.access.token', 200)],
    lacking,
    'receivers.access is in the target file, but the server does not show it enough of the receiver',
  ],
  [
    'refused the list and a payment of another wallet',
    [
      reading('receivers.access.token', 403, '?wallet-address=https%3A%2F%2Fwallet.example%2Falice'),
      reading('receivers.access.token', 403, '/77b0'),
    ],
    lacking,
    'receivers.access is in the target file, but no receiver was read with it',
  ],
  [
    'accepted for the list, but refused for the receiver',
    [reading('receivers.access.token', 200, ''), reading('receivers.access.token', 401)],
    lacking,
    'receivers.access is in the target file, but the server refuses it: GET /incoming-payments/{id}: status 401: token has expired',
  ],
  [
    'refused, and something else is missing',
    [reading('receivers.access.token', 401)],
    'tokens.expired in the target file: a token',
    'tokens.expired in the target file: a token',
  ],
])('a missing need is explained by what became of a token that is %s', (_, exchanges, missing, reason) => {
  const tokens = createGivenTokens()
  for (const exchange of exchanges)
    tokens.take(exchange, ['https://ids.wallet.example/incoming-payments/6f3a'])
  expect(tokens.trueReason(missing)).toBe(reason)
})
