import type { Amount } from '../core/amounts.ts'
import type { GrantSpent } from '../state/ledger.ts'
import type { Fault } from './fault.ts'

const grantFault = (
  id: string,
  about: string,
  says: string,
  alter: (spent: GrantSpent) => GrantSpent,
): Fault => ({
  id,
  breaks: `outgoing-payment.grant-spent-${about}`,
  says,
  source: 'behaviour',
  override: ({ grantSpent }) => ({
    grantSpent: (world, payment) => {
      const spent = grantSpent(world, payment)
      return spent && alter(spent)
    },
  }),
})

const inAnother = (amount: Amount): Amount => ({ ...amount, assetCode: 'XTS' })
const nothing = (amount: Amount): Amount => ({ ...amount, value: 0n })
const twice = (amount: Amount): Amount => ({ ...amount, value: 2n * amount.value })

export const grantFaults: readonly Fault[] = [
  grantFault(
    'grant-spent-debit-amount-in-another-asset',
    'debit-amount.asset',
    'grantSpentDebitAmount is in another asset than debitAmount',
    (spent) => ({ ...spent, debitAmount: inAnother(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-receive-amount-in-another-asset',
    'receive-amount.asset',
    'grantSpentReceiveAmount is in another asset than receiveAmount',
    (spent) => ({ ...spent, receiveAmount: inAnother(spent.receiveAmount) }),
  ),
  grantFault(
    'grant-spent-debit-never-rises',
    'debit-amount.rises',
    'grantSpentDebitAmount stays at nothing',
    (spent) => ({ ...spent, debitAmount: nothing(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-debit-counted-twice',
    'debit-amount.rises',
    'grantSpentDebitAmount rises by twice of what was deducted',
    (spent) => ({ ...spent, debitAmount: twice(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-receive-never-rises',
    'receive-amount.rises',
    'grantSpentReceiveAmount stays at nothing',
    (spent) => ({ ...spent, receiveAmount: nothing(spent.receiveAmount) }),
  ),
  grantFault(
    'grant-spent-receive-counted-twice',
    'receive-amount.rises',
    'grantSpentReceiveAmount rises by twice of what was delivered',
    (spent) => ({ ...spent, receiveAmount: twice(spent.receiveAmount) }),
  ),
]
