import type { Fault } from '../fault.ts'

export const resourceFaults: readonly Fault[] = [
  {
    id: 'payment-with-updated-at',
    breaks: 'outgoing-payment.updated-at.absent',
    says: 'Outgoing payments have an updatedAt',
    source: 'behaviour',
    override: ({ showOutgoingPayment }) => ({
      showOutgoingPayment: (world, payment) => {
        const shown = showOutgoingPayment(world, payment)
        return { ...shown, updatedAt: shown.createdAt }
      },
    }),
  },
]
