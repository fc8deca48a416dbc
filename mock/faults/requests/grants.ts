import { type Amount, amountOf } from '../../core/amounts.ts'
import type { GrantSpent } from '../../state/ledger.ts'
import { isSentInFull, type OutgoingPayment, type Token } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import { misstated } from '../answers/statuses.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { inNoAsset } from '../resources/amounts.ts'

type SpentPart = keyof GrantSpent

/** The words for the parts of what a grant has spent, in requirements and ids, and in names of fields. */
const words = [
  ['debit', 'Debit'],
  ['receive', 'Receive'],
] as const

/** Adds up one amount of the payments that count. */
const sumOf = (
  { outgoingPayments }: World,
  part: SpentPart,
  isCounted: (payment: OutgoingPayment) => boolean,
): bigint => {
  let sum = 0n
  for (const payment of outgoingPayments.all()) if (isCounted(payment)) sum += payment[part].value
  return sum
}

/** Changes one of the spent amounts. */
const altered = (
  spent: GrantSpent | undefined,
  part: SpentPart,
  alter: (amount: Amount) => Amount,
): GrantSpent | undefined => spent && { ...spent, [part]: alter(spent[part]) }

const nothing = (amount: Amount): Amount => ({ ...amount, value: 0n })
const twice = (amount: Amount): Amount => ({ ...amount, value: 2n * amount.value })

/** Faults of what a payment shows as spent by its grant. */
export const grantFaults: readonly Defect[] = [
  ...words.flatMap(([word, inField]) => {
    const part = `${word}Amount` as const
    const field = `grantSpent${inField}Amount`
    const about = `outgoing-payment.grant-spent-${word}-amount`
    return faultsBy('grants', 'shownSpent', {
      [`grant-spent-${word}-amount-in-another-asset`]: {
        breaks: `${about}.asset`,
        says: `${field} and ${part} are in different assets`,
        gives: (spent) => altered(spent, part, inNoAsset),
      },
      [`grant-spent-${word}-never-rises`]: {
        breaks: `${about}.rises`,
        says: `${field} is always 0`,
        gives: (spent) => altered(spent, part, nothing),
      },
      [`grant-spent-${word}-counted-twice`]: {
        breaks: `${about}.rises`,
        says: `${field} counts each payment twice`,
        gives: (spent) => altered(spent, part, twice),
      },
    })
  }),
  faultBy('grants', 'shownSpent', {
    id: 'grant-spent-debit-of-all-clients',
    breaks: 'outgoing-payment.grant-spent-debit-amount.rises',
    says: 'grantSpentDebitAmount counts the payments of every client of the wallet address',
    by: (shownSpent, world) => (payment) => {
      const sent = sumOf(world, 'debitAmount', (one) => one.wallet === payment.wallet && isSentInFull(one))
      return altered(shownSpent(payment), 'debitAmount', () => ({ ...payment.debitAmount, value: sent }))
    },
  }),
]

/** Ways in which a grant reports a wrong amount as spent, by the ends of the ids. */
const wrongSums: ReadonlyArray<{
  id: string
  says: string
  alter: (right: bigint, world: World, token: Token, part: SpentPart) => bigint
}> = [
  { id: 'never-rises', says: 'is always 0', alter: () => 0n },
  { id: 'counted-twice', says: 'counts each payment twice', alter: (right) => 2n * right },
  {
    id: 'with-failed-payments',
    says: 'counts failed payments in full',
    alter: (right, world, token, part) =>
      right + sumOf(world, part, (each) => each.token === token && each.failed),
  },
  {
    id: 'of-all-grants',
    says: 'counts the payments of every grant on the wallet address',
    alter: (_right, world, { wallets: [wallet] }, part) =>
      sumOf(world, part, (each) => each.wallet === wallet && !each.failed),
  },
]

/** Faults of what a grant itself reports as spent. */
export const spentFaults: readonly Defect[] = words.flatMap(([word, inField]) =>
  wrongSums.map(({ id, says, alter }) =>
    faultBy('grants', 'spentBy', {
      id: `spent${inField}Amount-${id}`,
      breaks: `outgoing-payment-grant.spent-${word}-amount.rises`,
      says: `spent${inField}Amount ${says}`,
      by: (spentBy, world) => (token) =>
        altered(spentBy(token), `${word}Amount`, (right) =>
          amountOf(alter(right.value, world, token, `${word}Amount`), right),
        ),
    }),
  ),
)

/** Faults that extend a right to a client's own resources to those of others. */
export const ownOnlyFaults: readonly Defect[] = faultsBy('grants', 'isOwn', {
  'read-is-read-all': {
    breaks: 'right.own.read',
    says: 'A token that may read, but not read-all, reads what another client created',
    gives: (isOwn, _token, _made, operation) => isOwn || operation.startsWith('get-'),
  },
  'list-is-list-all': {
    breaks: 'right.own.list',
    says: 'A token that may list, but not list-all, lists what another client created',
    gives: (isOwn, _token, _made, operation) => isOwn || operation.startsWith('list-'),
  },
})

/** Access to quotes names no wallet address, so any response is acceptable except a server error. */
export const otherWalletFaults: readonly Defect[] = [
  misstated({
    id: 'quote-of-another-wallet-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A token of another wallet address gets a 500 for a quote',
    guards: ['right-wallet-create'],
    status: 500,
    operation: 'create-quote',
  }),
]
