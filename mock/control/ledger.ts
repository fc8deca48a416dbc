import type { Asset } from '../core/amounts.ts'
import { showAmount } from '../core/amounts.ts'
import type { Shown } from '../core/answer.ts'
import { shownResources } from '../live/resources.ts'
import { settle } from '../outgoing-payments/settle.ts'
import { walletUrl } from '../state/lookup.ts'
import type { OutgoingPayment, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import type { Control } from './control.ts'
import { wholeNumber } from './reading.ts'

export const showLedger: Control = {
  method: 'get',
  path: '/ledger',
  keys: [],
  work: ({ world }) => {
    settle(world)
    const made = [...world.outgoingPayments.all()].filter(({ createdAt }) => createdAt >= world.beginning)
    const wallets = [...world.wallets.values()].map((wallet) => accountOf(world, wallet, made))
    return { payments: made.length, wallets }
  },
}

/** What a wallet has paid and been paid since the world began; what was there before is left out. */
const accountOf = (world: World, wallet: Wallet, made: readonly OutgoingPayment[]): Shown => {
  const paid = made.filter((payment) => payment.wallet === wallet)
  const received = made.filter(({ receiver }) => receiver.wallet === wallet)
  return {
    walletAddress: walletUrl(world, wallet),
    payments: paid.length,
    failed: paid.filter(({ failed }) => failed).length,
    debitAmount: sum(wallet.asset, paid, ({ debitAmount }) => debitAmount.value),
    sentAmount: sum(wallet.asset, paid, ({ sentAmount }) => sentAmount.value),
    receivedAmount: sum(wallet.asset, received, ({ deliveredAmount }) => deliveredAmount.value),
  }
}

const sum = (
  asset: Asset,
  payments: readonly OutgoingPayment[],
  amountIn: (payment: OutgoingPayment) => bigint,
): Shown => showAmount({ ...asset, value: payments.reduce((total, each) => total + amountIn(each), 0n) })

/** Wallets, and the latest quotes and payments as they are at that moment, those that changed last first. */
export const showResources: Control = {
  method: 'get',
  path: '/resources',
  keys: [],
  parameters: ['limit'],
  work: ({ world }, _body, { query }) =>
    shownResources(world, wholeNumber(query.get('limit') ?? 50, 'limit', { least: 1, most: 1000 })),
}
