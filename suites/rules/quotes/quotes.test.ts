import { expect, test } from 'vitest'
import { agreeing, baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { expiredQuoteIsNotPaid, quoteExpiresWithItsReceiver, quoteIsPaidOnce } from './quotes.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

const receiver = `${baseUrl}/incoming-payments/1`

const quoted = (at: Told['at'], expiresAt?: string): Told => ({
  operation: 'create-quote',
  at,
  status: 201,
  told: { id: 'q', receiver, debitAmount: usd('100'), ...(expiresAt ? { expiresAt } : {}) },
})

const paying = (
  at: Told['at'],
  differs: Partial<Told> & { id?: string; debit?: string; createdAt?: string } = {},
): Told => {
  const { id = 'p', debit = '100', createdAt, ...told } = differs
  return {
    operation: 'create-outgoing-payment',
    at,
    status: 201,
    asked: { quoteId: 'q' },
    told: { id, debitAmount: usd(debit), ...(createdAt ? { createdAt } : {}) },
    ...told,
  }
}

const listed = (at: Told['at'], date: string): Told => ({ operation: 'list-outgoing-payments', at, date })

test.each<[string, Told[], boolean[][]]>([
  [
    'a second payment breaks the requirement',
    [paying([1, 2]), paying([3, 4], { id: 'r' })],
    [[true], [false]],
  ],
  [
    'a concurrent second payment breaks it too',
    [paying([1, 3]), paying([2, 4], { id: 'r' })],
    [[true], [false]],
  ],
  ['the same payment may be returned again', [paying([1, 2]), paying([3, 4])], [[true], [true]]],
  ['a refused second payment keeps it', [paying([1, 2]), paying([3, 4], { status: 400 })], [[true], []]],
  [
    'a request that is also a direct payment does not count',
    [paying([1, 2]), paying([3, 4], { id: 'r', asked: { quoteId: 'q', debitAmount: usd('100') } })],
    [[true], []],
  ],
])('a quote can be paid only once: %s', (_name, exchanges, expected) => {
  expect(heldOf(quoteIsPaidOnce, exchanges)).toEqual(expected)
})

const [before, at, after] = ['2026-11-20T07:04:59Z', '2026-11-20T07:05:00Z', '2026-11-20T07:05:01Z']

test.each<[string, Told[], boolean[]]>([
  ['forbids a later payment with its debitAmount', [listed([3, 4], after), paying([5, 6])], [false]],
  ['permits a refusal', [listed([3, 4], after), paying([5, 6], { status: 400 })], [true]],
  [
    'permits a payment with another debitAmount',
    [listed([3, 4], after), paying([5, 6], { debit: '101' })],
    [true],
  ],
  ['does not concern an earlier payment', [listed([3, 4], before), paying([5, 6])], []],
  [
    'does not concern a payment within a second, because clocks differ',
    [listed([3, 4], at), paying([5, 6])],
    [],
  ],
  ['does not concern a payment that was already under way', [listed([3, 5], after), paying([4, 6])], []],
  [
    'does not concern a payment without a response',
    [listed([3, 4], after), paying([5, 6], { status: 0 })],
    [],
  ],
  [
    'does not concern an earlier payment that is returned again',
    [listed([3, 4], after), paying([5, 6], { createdAt: '2026-11-20T07:03:00Z' })],
    [],
  ],
  [
    'forbids a payment that was created after it',
    [listed([3, 4], after), paying([5, 6], { createdAt: after })],
    [false],
  ],
  ['is not judged by the Date of the payment itself', [paying([3, 4], { date: after })], []],
])('the expiry of a quote %s', (_name, exchanges, expected) => {
  expect(heldOf(expiredQuoteIsNotPaid, [agreeing, quoted([1, 2], at), ...exchanges]).at(-1)).toEqual(expected)
})

test('a quote without expiresAt does not expire', () => {
  const exchanges = [quoted([1, 2]), listed([3, 4], after), paying([5, 6])]
  expect(heldOf(expiredQuoteIsNotPaid, exchanges).at(-1)).toEqual([true])
})

const read = (sent: Told['at'], expiresAt?: string): Told => ({
  operation: 'get-incoming-payment',
  at: sent,
  told: { id: receiver, ...(expiresAt ? { expiresAt } : {}) },
})

test.each<[string, Told[], boolean[]]>([
  ['at the same time', [quoted([1, 2], at), read([3, 4], at)], [true]],
  ['later than its receiver', [quoted([1, 2], after), read([3, 4], at)], [false]],
  ['later than a receiver that was read earlier', [read([1, 2], at), quoted([3, 4], after)], [false]],
  ['although its receiver never does', [quoted([1, 2], after), read([3, 4])], [true]],
  ['never', [read([1, 2], at), quoted([3, 4])], [true]],
])('a quote may not outlive its receiver: it expires %s', (_name, exchanges, expected) => {
  expect(heldOf(quoteExpiresWithItsReceiver, exchanges).at(-1)).toEqual(expected)
})
