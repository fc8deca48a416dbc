import type { Amount } from '../../core/amounts.ts'
import type { GrantSpent } from '../../state/ledger.ts'
import { isSentInFull, type OutgoingPayment } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { sumOf } from '../open-payments/spent.ts'
import { inNoAsset } from '../resources/amounts.ts'

const nothing = (amount: Amount): Amount => ({ ...amount, value: 0n })
const twice = (amount: Amount): Amount => ({ ...amount, value: 2n * amount.value })

/** Returns the sum of the payments from the wallet address of a payment that were sent in full. */
const sentFrom = (world: World, { wallet, debitAmount }: OutgoingPayment): Amount => ({
  ...debitAmount,
  value: sumOf(world, 'debitAmount', (one) => one.wallet === wallet && isSentInFull(one)),
})

/** Changes one of the spent amounts. */
const altered =
  (part: keyof GrantSpent, alter: (amount: Amount) => Amount) =>
  (spent: GrantSpent | undefined): GrantSpent | undefined =>
    spent && { ...spent, [part]: alter(spent[part]) }

export const grantFaults: readonly Defect[] = faultsBy('grants', 'shownSpent', [
  {
    id: 'grant-spent-debit-amount-in-another-asset',
    breaks: 'outgoing-payment.grant-spent-debit-amount.asset',
    says: 'grantSpentDebitAmount and debitAmount are in different assets',
    gives: altered('debitAmount', inNoAsset),
  },
  {
    id: 'grant-spent-receive-amount-in-another-asset',
    breaks: 'outgoing-payment.grant-spent-receive-amount.asset',
    says: 'grantSpentReceiveAmount and receiveAmount are in different assets',
    gives: altered('receiveAmount', inNoAsset),
  },
  {
    id: 'grant-spent-debit-never-rises',
    breaks: 'outgoing-payment.grant-spent-debit-amount.rises',
    says: 'grantSpentDebitAmount is always 0',
    gives: altered('debitAmount', nothing),
  },
  {
    id: 'grant-spent-debit-counted-twice',
    breaks: 'outgoing-payment.grant-spent-debit-amount.rises',
    says: 'grantSpentDebitAmount counts each payment twice',
    gives: altered('debitAmount', twice),
  },
  {
    id: 'grant-spent-receive-never-rises',
    breaks: 'outgoing-payment.grant-spent-receive-amount.rises',
    says: 'grantSpentReceiveAmount is always 0',
    gives: altered('receiveAmount', nothing),
  },
  {
    id: 'grant-spent-receive-counted-twice',
    breaks: 'outgoing-payment.grant-spent-receive-amount.rises',
    says: 'grantSpentReceiveAmount counts each payment twice',
    gives: altered('receiveAmount', twice),
  },
  {
    id: 'grant-spent-debit-of-all-clients',
    breaks: 'outgoing-payment.grant-spent-debit-amount.rises',
    says: 'grantSpentDebitAmount counts the payments of every client of the wallet address',
    by: (shownSpent, world) => (payment) => {
      const spent = shownSpent(payment)
      return spent && { ...spent, debitAmount: sentFrom(world, payment) }
    },
  },
])
