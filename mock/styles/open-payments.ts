import { badRequest } from '../guards/guard.ts'
import { amountOf } from '../world/resources.ts'
import type { Style } from './style.ts'

const profiles = ['open-payments-1.3'] as const

/** Where the published specification leaves open what it has beyond the interface. */
export const openPaymentsStyles: readonly Style[] = [
  {
    id: 'completing-again-refused',
    profiles,
    says: 'An incoming payment that has completed cannot be completed again',
    further: [
      {
        id: 'completing-again-refused',
        family: 'rule',
        requirement: 'complete-incoming-payment.expired',
        operations: ['complete-incoming-payment'],
        refuses: ({ subject: { incomingPayment } }) =>
          incomingPayment?.completed ? badRequest('The incoming payment has completed already') : undefined,
      },
    ],
  },
  {
    id: 'public-form-without-received-amount',
    profiles,
    says: 'The public form of an incoming payment names the authorization server only',
    swap: ({ showPublicForm }) => ({
      showPublicForm: (world, payment) => {
        const { receivedAmount: _, ...shown } = showPublicForm(world, payment)
        return shown
      },
    }),
  },
  {
    id: 'unspent-grants-at-nothing',
    profiles,
    says: 'A grant that has not paid shows amounts of 0, not null, in the asset of its wallet address',
    swap: ({ spentBy }) => ({
      spentBy: (world, token) => {
        const nothing = amountOf(0n, token.wallets[0].asset)
        return spentBy(world, token) ?? { debitAmount: nothing, receiveAmount: nothing }
      },
    }),
  },
]
