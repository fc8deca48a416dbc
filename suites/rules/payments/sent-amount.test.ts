import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/changes/change.ts'
import { against, verdictsIn } from '../../testing/against-mock.ts'
import { heldOf } from '../../testing/fold.ts'
import { sentInFullHasNotFailed } from './sent-amount.ts'

const holding: Variant = {
  id: 'payments-held',
  says: 'Every payment is held for review',
  override: ({ outgoingPayments: { show } }) => ({
    outgoingPayments: {
      show: (payment) => {
        const shown = show(payment)
        return { ...shown, failed: false, sentAmount: { ...Object(shown['sentAmount']), value: '0' } }
      },
    },
  }),
}

test('a server that sends no payment in full skips the rule about those that were', async () => {
  const rule = 'rules/sent-in-full-has-not-failed'
  const events = await against({ further: [holding], only: [rule, 'payments/direct'] })
  expect(verdictsIn(events).find(({ check }) => check === rule)?.verdict).toEqual({
    status: 'skipped',
    missing: ['a server that sends an outgoing payment in full: it showed none'],
  })
})

test.each([
  ['9', '9', [false]],
  ['8', '9', []],
  ['0', '0', []],
])('a payment that failed when it had sent %s of %s', (sent, debit, expected) => {
  const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })
  const payment = { id: 'a', failed: true, sentAmount: usd(sent), debitAmount: usd(debit) }
  const told = { result: [payment] }
  expect(heldOf(sentInFullHasNotFailed, [{ operation: 'list-outgoing-payments', at: [1, 2], told }])).toEqual(
    [expected],
  )
})
