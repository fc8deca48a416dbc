import { expect, test } from 'vitest'
import { against, brokenIn } from '../testing/against-mock.ts'

const profile = 'open-payments-1.3'
const only = ['create-incoming-payment/as-asked-for']

test('an expiresAt that was asked for may be left out of the answer', async () => {
  const events = await against({ profile, variants: ['incoming-payments-without-expiry'], only })
  expect([...brokenIn(events).keys()]).toEqual([])
})

test('an expiresAt that is shown is the one that was asked for', async () => {
  const events = await against({ profile, faults: ['expires-at-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.expires-at.kept'])
})

test('an incomingAmount that was asked for is not left out: without one it would take any amount', async () => {
  const events = await against({ profile, faults: ['incoming-amount-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.incoming-amount.kept'])
})
