import { amountOf } from '../../core/amounts.ts'
import type { GrantSpent } from '../../state/ledger.ts'
import type { OutgoingPayment, Token } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import type { Fault } from '../fault.ts'

type Part = keyof GrantSpent

const about: Readonly<Record<Part, string>> = {
  debitAmount: 'spent-debit-amount',
  receiveAmount: 'spent-receive-amount',
}

/** What the grant of a token has spent, told otherwise. */
const spentOtherwise = (
  id: string,
  part: Part,
  says: string,
  alter: (right: bigint, spent: GrantSpent, world: World, token: Token) => bigint,
): Fault => ({
  id,
  breaks: `outgoing-payment-grant.${about[part]}.rises`,
  says,
  source: 'behaviour',
  override: ({ spentBy }) => ({
    spentBy: (world, token) => {
      const spent = spentBy(world, token)
      if (!spent) return undefined
      return { ...spent, [part]: amountOf(alter(spent[part].value, spent, world, token), spent[part]) }
    },
  }),
})

const ofPart = (part: Part, field: string): Fault[] => [
  spentOtherwise(`${field}-never-rises`, part, `${field} is always 0`, () => 0n),
  spentOtherwise(`${field}-counted-twice`, part, `${field} counts each payment twice`, (v) => 2n * v),
  spentOtherwise(
    `${field}-with-failed-payments`,
    part,
    `${field} counts failed payments in full`,
    (right, _spent, world, token) =>
      right + sumOf(world, part, (each) => each.token === token && each.failed),
  ),
  spentOtherwise(
    `${field}-of-all-grants`,
    part,
    `${field} counts the payments of every grant on the wallet address`,
    (_right, _spent, world, { wallets: [wallet] }) =>
      sumOf(world, part, (each) => each.wallet === wallet && !each.failed),
  ),
]

const sumOf = (
  { outgoingPayments }: World,
  part: Part,
  isCounted: (payment: OutgoingPayment) => boolean,
): bigint => {
  let sum = 0n
  for (const payment of outgoingPayments.all()) if (isCounted(payment)) sum += payment[part].value
  return sum
}

export const spentFaults: readonly Fault[] = [
  ...ofPart('debitAmount', 'spentDebitAmount'),
  ...ofPart('receiveAmount', 'spentReceiveAmount'),
]
