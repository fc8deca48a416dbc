import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../core/events.ts'
import { exchange } from '../../report/testing/record.ts'
import { requestsBefore } from './requests-before.ts'

const baseUrl = 'https://wallet.example/op'
const { request } = exchange(0, '')

const json = (status: number, body: object) => ({ status, headers: {}, body: JSON.stringify(body) })

const quote = (number: number, more: Partial<ExchangeEvent> = {}) =>
  exchange(number, 'a/quotes', { response: json(201, { id: `q-${number}` }), ...more })

const payment = (number: number, quoteId: string, answer: object) =>
  exchange(number, 'a/payments', {
    operation: 'create-outgoing-payment',
    request: { ...request, url: `${baseUrl}/outgoing-payments`, body: JSON.stringify({ quoteId }) },
    response: json(201, { id: `p-${number}`, ...answer }),
  })

const numbersBefore = (failed: ExchangeEvent, ...events: ExchangeEvent[]) =>
  requestsBefore(failed, events, baseUrl).map(({ number }) => number)

const of = (token: string, keyId: string): Partial<ExchangeEvent> => {
  const { signing } = request
  return { request: { ...request, token, ...(signing ? { signing: { ...signing, keyId } } : {}) } }
}

test('only requests that share something with the failed one are repeated', () =>
  expect(
    numbersBefore(
      quote(5),
      quote(1),
      quote(2, of('otherClient.token', 'other-key')),
      quote(3, of('tokens.readOnly', 'client-key-1')),
    ),
  ).toEqual([1, 3]))

test('later requests are not repeated, but those under way at the same time are', () =>
  expect(
    numbersBefore(
      quote(5),
      quote(4, { sent: 9, received: 20 }),
      quote(5),
      quote(6, { sent: 12, received: 13 }),
    ),
  ).toEqual([4]))

test('at most 20 requests are repeated, and at most 20 that made something', () => {
  const made = Array.from({ length: 30 }, (_, at) => quote(at + 1))
  const refused = Array.from({ length: 30 }, (_, at) => quote(at + 31, { response: json(400, {}) }))
  const numbers = numbersBefore(quote(99), ...made, ...refused)
  expect([numbers.length, numbers[0], numbers[19], numbers[20]]).toEqual([40, 11, 30, 41])
})

test('a request that names a resource of an earlier one brings that one with it', () => {
  const others = Array.from({ length: 30 }, (_, at) => quote(at + 2))
  const paid = payment(40, 'q-1', { debitAmount: { value: '5' } })
  expect(numbersBefore(quote(99), quote(1), ...others, paid)[0]).toBe(1)
})

test('a payment is repeated only if the record says what it debited', () =>
  expect(
    numbersBefore(
      quote(9),
      quote(1),
      payment(2, 'q-1', {}),
      payment(3, 'q-1', { debitAmount: { value: '5' } }),
    ),
  ).toEqual([1, 3]))

test('requests to another server and altered tokens are not repeated', () =>
  expect(
    numbersBefore(
      quote(9),
      quote(1, { request: { ...request, url: 'https://other.example/quotes' } }),
      quote(2, { request: { ...request, url: `${baseUrl}@other.example/quotes` } }),
      quote(3, { request: { ...request, token: 'tokens.full, altered' } }),
    ),
  ).toEqual([]))
