import { amountOf } from '../../core/amounts.ts'
import type { GrantSpent } from '../../state/ledger.ts'
import type { OutgoingPayment, Token } from '../../state/resources.ts'
import type { Behaviour, World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'

type SpentPart = keyof GrantSpent
type SpentBy = Behaviour['grants']['spentBy']

const about: Readonly<Record<SpentPart, string>> = {
  debitAmount: 'spent-debit-amount',
  receiveAmount: 'spent-receive-amount',
}

/** Reports a wrong amount as spent by the grant of a token. */
const spentOtherwise =
  (part: SpentPart, alter: (right: bigint, world: World, token: Token) => bigint) =>
  (spentBy: SpentBy, world: World): SpentBy =>
  (token) => {
    const spent = spentBy(token)
    const right = spent?.[part]
    return spent && right && { ...spent, [part]: amountOf(alter(right.value, world, token), right) }
  }

const ofPart = (part: SpentPart, field: string): Defect[] => {
  const breaks = `outgoing-payment-grant.${about[part]}.rises`
  return faultsBy('grants', 'spentBy', [
    {
      id: `${field}-never-rises`,
      breaks,
      says: `${field} is always 0`,
      by: spentOtherwise(part, () => 0n),
    },
    {
      id: `${field}-counted-twice`,
      breaks,
      says: `${field} counts each payment twice`,
      by: spentOtherwise(part, (right) => 2n * right),
    },
    {
      id: `${field}-with-failed-payments`,
      breaks,
      says: `${field} counts failed payments in full`,
      by: spentOtherwise(
        part,
        (right, world, token) => right + sumOf(world, part, (each) => each.token === token && each.failed),
      ),
    },
    {
      id: `${field}-of-all-grants`,
      breaks,
      says: `${field} counts the payments of every grant on the wallet address`,
      by: spentOtherwise(part, (_right, world, { wallets: [wallet] }) =>
        sumOf(world, part, (each) => each.wallet === wallet && !each.failed),
      ),
    },
  ])
}

/** Adds up one amount of the payments that count. */
export function sumOf(
  { outgoingPayments }: World,
  part: SpentPart,
  isCounted: (payment: OutgoingPayment) => boolean,
): bigint {
  let sum = 0n
  for (const payment of outgoingPayments.all()) if (isCounted(payment)) sum += payment[part].value
  return sum
}

export const spentFaults: readonly Defect[] = [
  ...ofPart('debitAmount', 'spentDebitAmount'),
  ...ofPart('receiveAmount', 'spentReceiveAmount'),
]
