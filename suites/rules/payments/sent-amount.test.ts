import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/changes/change.ts'
import { against, verdictsIn } from '../../testing/against-mock.ts'

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
