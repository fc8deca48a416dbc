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
    'grantSpentDebitAmount and debitAmount are in different assets',
    (spent) => ({ ...spent, debitAmount: inAnother(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-receive-amount-in-another-asset',
    'receive-amount.asset',
    'grantSpentReceiveAmount and receiveAmount are in different assets',
    (spent) => ({ ...spent, receiveAmount: inAnother(spent.receiveAmount) }),
  ),
  grantFault(
    'grant-spent-debit-never-rises',
    'debit-amount.rises',
    'grantSpentDebitAmount is always 0',
    (spent) => ({ ...spent, debitAmount: nothing(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-debit-counted-twice',
    'debit-amount.rises',
    'grantSpentDebitAmount counts each payment twice',
    (spent) => ({ ...spent, debitAmount: twice(spent.debitAmount) }),
  ),
  grantFault(
    'grant-spent-receive-never-rises',
    'receive-amount.rises',
    'grantSpentReceiveAmount is always 0',
    (spent) => ({ ...spent, receiveAmount: nothing(spent.receiveAmount) }),
  ),
  grantFault(
    'grant-spent-receive-counted-twice',
    'receive-amount.rises',
    'grantSpentReceiveAmount counts each payment twice',
    (spent) => ({ ...spent, receiveAmount: twice(spent.receiveAmount) }),
  ),
]
