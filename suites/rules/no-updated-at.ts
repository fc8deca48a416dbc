import { invariant } from '../../src/check/rule.ts'
import { aboutOutgoingPayments } from './about.ts'

export const paymentHasNoUpdatedAt = invariant({
  id: 'rules/outgoing-payment-without-updated-at',
  title: 'An outgoing payment has no updatedAt',
  detects: 'payment-with-updated-at',
  verifies: 'outgoing-payment.updated-at.absent',
  ...aboutOutgoingPayments,
  holds: ({ fields }) => ({
    held: !('updatedAt' in fields),
    want: 'no updatedAt',
    got: 'updatedAt' in fields ? `updatedAt ${JSON.stringify(fields['updatedAt'])}` : 'none',
  }),
})
