import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { invariant } from '../../../src/check/kinds/rule.ts'
import { aboutOutgoingPayments } from '../about.ts'

const anywhere = invariant({
  id: 'rules/outgoing-payment-without-updated-at',
  title: 'An outgoing payment that is read or listed has no updatedAt',
  detects: 'payment-with-updated-at',
  verifies: 'outgoing-payment.updated-at.absent',
  ...aboutOutgoingPayments,
  operations: ['get-outgoing-payment', 'list-outgoing-payments'],
  holds: ({ fields }) => ({
    held: !('updatedAt' in fields),
    want: 'no updatedAt',
    got: 'updatedAt' in fields ? `updatedAt ${JSON.stringify(fields['updatedAt'])}` : 'none',
  }),
})

/** Skips the response to the creation, which has a schema of its own that is open. */
export const paymentHasNoUpdatedAt: PassiveCheck = {
  ...anywhere,
  start: (facts) => {
    const judge = anywhere.start(facts)
    return (seen) => (seen.exchange.operation === 'create-outgoing-payment' ? [] : judge(seen))
  },
}
