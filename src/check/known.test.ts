import { expect, test } from 'vitest'
import { type Known, learnFrom, learnOfPayment, type ShownTo } from './known.ts'

const payment = { id: 'https://x/incoming-payments/1', receivedAmount: { value: '0' } }
const shown = (differs: Partial<ShownTo> = {}): ShownTo => ({
  operation: 'get-incoming-payment',
  token: 'tokens.full',
  json: payment,
  ...differs,
})

const learned = (...all: ShownTo[]): Known | undefined => {
  const known = new Map<string, Known>()
  for (const one of all) learnFrom(known, one)
  return known.get(payment.id)
}

test('a resource that was read is known by id, with every token that it was shown to', () => {
  const other = shown({ token: 'otherWallet.token' })
  expect(learned(shown(), other, shown())?.shownTo).toEqual(['tokens.full', 'otherWallet.token'])
})

test('only a resource created in this run has a creator, and it keeps it', () => {
  expect(learned(shown())?.createdWith).toBeUndefined()
  const created = shown({ operation: 'create-incoming-payment', token: 'otherWallet.token' })
  expect(learned(created, shown())?.createdWith).toBe('otherWallet.token')
})

test('a resource that has once received something stays marked as such', () => {
  const paid = shown({ json: { ...payment, receivedAmount: { value: '007' } } })
  expect(learned(shown())?.hasReceived).toBeUndefined()
  expect(learned(paid, shown())?.hasReceived).toBe(true)
})

test('a list marks known resources and adds none', () => {
  const page = shown({ operation: 'list-incoming-payments', json: { result: [payment] } })
  expect(learned(page)).toBeUndefined()
  expect(learned(shown(), page)?.listed).toBe(true)
})

test('an answer that shows no resource adds nothing', () =>
  expect(learned(shown({ json: { receivedAmount: { value: '1' } } }))).toBeUndefined())

test('a quote that a payment names is paid; asking for a quote does not change that', () => {
  const quote = { id: 'https://x/quotes/1' }
  const seen: ShownTo = { operation: 'create-quote', token: 'tokens.full', json: quote }
  const known = new Map<string, Known>()
  learnFrom(known, seen)
  learnOfPayment(known, { quoteId: 'https://x/quotes/2' })
  expect(known.get(quote.id)?.paid).toBeUndefined()
  learnOfPayment(known, { quoteId: quote.id })
  learnFrom(known, { ...seen, operation: 'get-quote' })
  expect(known.get(quote.id)?.paid).toBe(true)
})
