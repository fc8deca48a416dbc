import { expect, test } from 'vitest'
import { against, brokenIn } from '../../testing/against-mock.ts'

test('a server on which the payee of a quote or a payment may create it fails', async () => {
  const faults = ['payment-authorized-by-its-payee']
  const events = await against({ only: ['tokens/other-wallet-creates'], faults })
  expect([...brokenIn(events)]).toEqual([['right.wallet.create', 'failure']])
})
