import type { Variant } from '../../mock/changes/change.ts'
import type { RefusalAnswer } from '../../mock/core/answer.ts'
import type { Context } from '../../mock/state/world.ts'

/** The sum that payments of this run have taken from the wallet or hold back. */
const spentIn = ({ world, subject: { wallet } }: Context): bigint =>
  [...world.outgoingPayments.all()]
    .filter((payment) => payment.wallet === wallet && payment.createdAt >= world.beginning && !payment.failed)
    .reduce((sum, { debitAmount }) => sum + debitAmount.value, 0n)

const refusal = (status: number): RefusalAnswer => ({ status, description: 'The balance is too low' })

/** A wallet with this balance in its smallest unit. The server refuses a payment that exceeds it. */
export function poorWallet(balance: bigint, status: number): Variant {
  return {
    id: 'poor-wallet',
    says: 'The wallet runs out of money during the run',
    extraGuards: [
      {
        id: 'balance-high-enough',
        family: 'rule',
        requirement: 'errors.403.create-outgoing-payment',
        operations: ['create-outgoing-payment'],
        refuses: (context) => {
          const { quote, debitAmount } = context.subject
          const asked = (quote?.debitAmount ?? debitAmount)?.value ?? 0n
          return spentIn(context) + asked > balance ? refusal(status) : undefined
        },
      },
    ],
  }
}
