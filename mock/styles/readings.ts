import { notFound } from '../guards/guard.ts'
import type { Style } from './style.ts'

/** Serves what a guard would refuse, by the other reading of the disputed requirement behind it. */
const serving = (id: string, says: string, requirement: string, guard: string): Style => ({
  id,
  says,
  profiles: ['interface'],
  departs: { requirement, grade: 'note' },
  without: [guard],
})

const direct = 'create-outgoing-payment.direct'

/** The other reading of what is disputed or only recommended. */
export const readingStyles: readonly Style[] = [
  serving(
    'direct-payments-without-wallet-address',
    "A direct payment that names no wallet address is made from the token's",
    `${direct}.wallet-address.required`,
    'payment-direct-wallet-address-required',
  ),
  serving(
    'direct-payments-from-names',
    "A direct payment whose walletAddress is not a URI is made from the token's wallet address",
    `${direct}.wallet-address.uri`,
    'payment-direct-wallet-address-uri',
  ),
  serving(
    'direct-payments-to-identifiers',
    'A direct payment may name its incoming payment by something other than a URI',
    `${direct}.incoming-payment.uri`,
    'payment-incoming-payment-uri',
  ),
  serving(
    'quotes-before-other-fields',
    'A payment that names a quote is made from it, whatever else it names',
    'create-outgoing-payment.variants.both',
    'payment-variants-both',
  ),
  {
    id: 'completed-by-receivers-only',
    says: 'An incoming payment that is full does not complete by itself',
    departs: { requirement: 'incoming-payment.completed.when-full', grade: 'warning' },
    swap: () => ({ isFull: () => false }),
  },
  {
    id: 'paid-quotes-forgotten',
    says: 'A quote that has been paid is found no more',
    further: [
      {
        id: 'paid-quote-known',
        family: 'rule',
        requirement: 'errors.404.get-quote',
        operations: ['get-quote'],
        refuses: ({ world, subject: { quote } }) =>
          quote && world.isPaid(world, quote) ? notFound('There is no such quote') : undefined,
      },
    ],
  },
  {
    id: 'spent-in-one-asset',
    says: "What a grant has spent is told in the wallet address's asset alone, whatever receivers receive",
    departs: { requirement: 'outgoing-payment.grant-spent-receive-amount.asset', grade: 'note' },
    excludes: ['optional-fields-left-out', 'fees'],
    swap: ({ grantSpent }) => ({
      grantSpent: (world, payment) => {
        const spent = grantSpent(world, payment)
        return spent && { ...spent, receiveAmount: spent.debitAmount }
      },
    }),
  },
]
