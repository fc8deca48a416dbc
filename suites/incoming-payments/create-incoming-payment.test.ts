import { expect, test } from 'vitest'
import { against, brokenIn } from '../testing/against-mock.ts'

const profile = 'open-payments-1.3'
const only = ['create-incoming-payment/as-asked-for']

test('a server may leave a requested expiresAt out of its answer', async () => {
  const events = await against({ profile, variants: ['incoming-payments-without-expiry'], only })
  expect([...brokenIn(events).keys()]).toEqual([])
})

test('a server that shows another expiresAt than the requested one fails', async () => {
  const events = await against({ profile, faults: ['expires-at-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.expires-at.kept'])
})

test('a server that leaves out a requested incomingAmount fails', async () => {
  const events = await against({ profile, faults: ['incoming-amount-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.incoming-amount.kept'])
})
