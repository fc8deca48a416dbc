import { expect, test } from 'vitest'
import type { ReceiverKind } from '../core/receiver.ts'
import { misfitOf, type Payment, paymentIn } from './receiver-kinds.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const usd = { assetCode: 'USD', assetScale: 2 }
const amount = (value: string, asset = usd) => ({ value, ...asset })

const open: Payment = { completed: false, expiresAt: now + 1000, receivedAmount: amount('0') }
const fixed: Payment = { ...open, incomingAmount: amount('500'), receivedAmount: amount('100') }
const euro: Payment = { ...open, receivedAmount: amount('0', { assetCode: 'EUR', assetScale: 2 }) }
const expired: Payment = { ...open, expiresAt: now }
const completed: Payment = { ...open, completed: true }

const standard = { given: { url: 'http://server/incoming-payments/1' }, asset: usd, maxDebitValue: 400n, now }

const over = 'has expired (expiresAt 2026-01-01T12:00:00.000Z)'
const pending = 'has not expired (expiresAt 2026-01-01T12:00:01.000Z)'

test.each<[ReceiverKind, string, Payment, string | undefined]>([
  ['open', 'an open receiver', open, undefined],
  ['open', 'a fixed receiver', fixed, 'has an incomingAmount'],
  ['open', 'an expired receiver', expired, over],
  ['open', 'a completed receiver', completed, 'is completed'],
  ['fixed', 'a fixed receiver', fixed, undefined],
  ['fixed', 'an open receiver', open, 'has no incomingAmount'],
  [
    'fixed',
    'a full receiver',
    { ...fixed, receivedAmount: amount('500') },
    'has received all of its incomingAmount',
  ],
  [
    'fixed',
    'a receiver that costs too much',
    { ...fixed, receivedAmount: amount('99') },
    'asks for more (401) than limits.maxDebitValue allows (400)',
  ],
  ['otherAsset', 'a receiver in euro', euro, undefined],
  ['otherAsset', "a receiver in the wallet's asset", open, "is in the wallet's own asset"],
  ['expired', 'an expired receiver', expired, undefined],
  ['expired', 'an open receiver', open, pending],
  ['completed', 'a completed receiver', completed, undefined],
  ['completed', 'an open receiver', open, 'is not completed'],
  ['failing', 'an open receiver', open, undefined],
  ['failing', 'an expired receiver', expired, over],
])('the kind %s is compared with %s', (kind, _, payment, misfit) => {
  expect(misfitOf(kind, payment, standard)).toBe(misfit)
})

test('a fixed receiver must have the incomingAmount that the target file gives', () => {
  const given = { url: standard.given.url, incomingAmount: amount('501') }
  expect(misfitOf('fixed', fixed, { ...standard, given })).toBe(
    'has a different incomingAmount (500 USD/2) than the target file says',
  )
})

test('paymentIn reads the valid fields of a full form, and nothing from the public form', () => {
  expect(paymentIn({ completed: false, receivedAmount: amount('1'), expiresAt: 'soon' })).toEqual({
    completed: false,
    receivedAmount: amount('1'),
  })
  expect(paymentIn({ receivedAmount: amount('1'), authServer: 'http://server/auth' })).toBeUndefined()
  expect(paymentIn(undefined)).toBeUndefined()
})
