import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/changes/change.ts'
import { replacing } from '../../../mock/changes/replacing.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'

const shortLived: Variant = {
  id: 'quotes-live-a-millisecond',
  says: 'A quote expires a millisecond after its creation',
  override: replacing('quotes', 'expiry', { by: () => (_, now) => now + 1 }),
}

test('a server that pays quotes of a short life at a price of the time of the payment breaks no MUST', async () => {
  const events = await against({
    only: ['payments/from-quote', 'rules/payment-is-as-asked-for', 'sequences/payments'],
    further: [shortLived],
    faults: ['expired-quote-priced-anew'],
  })
  expect([...brokenIn(events)].filter(([, grade]) => grade === 'failure')).toEqual([])
})

test('a server that authorizes a payment by its quote, whatever wallet address the body names, fails', async () => {
  const events = await against({
    only: ['payments/quote-of-another-wallet'],
    faults: ['payment-authorized-by-its-quote'],
  })
  expect([...brokenIn(events)]).toContainEqual(['create-outgoing-payment.quote-id.other-wallet', 'failure'])
})

test.each([
  ['scale-of-0-taken-for-a-missing-one', 'asset-scale'],
  ['empty-asset-code-taken-for-a-missing-one', 'asset-code'],
])('with %s, a direct payment in another asset than the wallet is accepted', async (fault, part) => {
  const events = await against({ faults: [fault], only: ['payments/debit-amount-*'] })
  expect([...brokenIn(events)]).toEqual([[`create-outgoing-payment.direct.${part}`, 'failure']])
})
