import type { Amount } from '../core/amounts.ts'
import { amountOf, sameAsset } from '../core/amounts.ts'
import { type Period, periodAt, repeatingOf } from '../core/interval.ts'
import type { GrantSpent } from '../state/ledger.ts'
import { debitedBy, grantOf, grantSpentOf, receivedBy } from '../state/ledger.ts'
import { walletAt, walletUrl } from '../state/lookup.ts'
import type { Access, OutgoingPayment, Token, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** What a token may still debit by an item of its access, if it has any; undefined without limit. Payments under way count as debited. */
export function allowance(world: World, token: Token, item?: Access): bigint | undefined {
  if (token.debitLimit !== undefined) {
    return token.debitLimit - debitedBy(world.ledger, token, token.wallets[0].asset).committed
  }
  const limit = item?.limits?.debitAmount
  return limit && leftOf(limit, world, item, debited)
}

/** What payments by an item may still bring to their receivers, in the asset of that limit; undefined without limit. */
export function receiveAllowance(world: World, item: Access): Amount | undefined {
  const limit = item.limits?.receiveAmount
  return limit && { ...limit, value: leftOf(limit, world, item, received) }
}

/** The items of a token's access that let it pay from a wallet. Each has limits of its own. */
export function payingItems(world: World, { access = [] }: Token, wallet: Wallet): Access[] {
  return access.filter(
    ({ type, actions, identifier }) =>
      type === 'outgoing-payment' && actions.includes('create') && identifier === walletUrl(world, wallet),
  )
}

/** One of the two amounts of a payment, as far as the payment takes or may still take it. */
interface Spending {
  inAll: (world: World, item: Access, limit: Amount) => bigint
  by: (payment: OutgoingPayment) => bigint
}

const debited: Spending = {
  inAll: ({ ledger }, item, limit) => debitedBy(ledger, item, limit).committed,
  by: ({ failed, sentAmount, debitAmount }) => (failed ? sentAmount : debitAmount).value,
}

const received: Spending = {
  inAll: ({ ledger }, item, limit) => receivedBy(ledger, item, limit).committed,
  by: ({ failed, deliveredAmount, receiveAmount }) => (failed ? deliveredAmount : receiveAmount).value,
}

const leftOf = (limit: Amount, world: World, item: Access, spending: Spending): bigint => {
  const { interval } = item.limits ?? {}
  if (interval === undefined) return limit.value - spending.inAll(world, item, limit)
  const period = currentPeriod(interval, world.now())
  if (!period) return 0n
  const spent = paymentsIn(period, world, item).map(spending.by)
  return spent.reduce((left, each) => left - each, limit.value)
}

function isIn({ from, to }: Period, { createdAt }: OutgoingPayment): boolean {
  return createdAt >= from && createdAt < to
}

function currentPeriod(interval: string, now: number): Period | undefined {
  const repeating = repeatingOf(interval)
  return repeating && periodAt(repeating, now)
}

const paymentsIn = (period: Period, world: World, item: Access): OutgoingPayment[] => {
  const wallet = walletAt(world, item.identifier ?? '')
  const payments = wallet ? world.outgoingPayments.of(wallet) : []
  return payments.filter((payment) => payment.access === item && isIn(period, payment))
}

/**
 * What the grant of a token has spent by payments that were sent in full, in the assets of its latest one; by an item
 * that begins anew at intervals, in the current one. Undefined where it has not paid.
 */
export function spentBy(world: World, token: Token): GrantSpent | undefined {
  const payments = [...world.outgoingPayments.all()].filter(
    (payment) => grantOf(payment.token) === grantOf(token),
  )
  const latest = payments.at(-1)
  if (!latest || !payments.some(intervalOf)) return latest && grantSpentOf(world.ledger, latest)
  const counted = sentNow(world, payments)
  const those = (part: keyof GrantSpent) =>
    counted.map((each) => each[part]).filter((each) => sameAsset(each, latest[part]))
  return {
    debitAmount: amountOf(total(those('debitAmount')), latest.debitAmount),
    receiveAmount: amountOf(total(those('receiveAmount')), latest.receiveAmount),
  }
}

const intervalOf = ({ access }: OutgoingPayment): string | undefined => access?.limits?.interval

const sentNow = (world: World, payments: readonly OutgoingPayment[]): OutgoingPayment[] => {
  const underWay = new Set(world.ledger.agenda.map(({ payment }) => payment))
  const isCurrent = (payment: OutgoingPayment): boolean => {
    const interval = intervalOf(payment)
    const period = interval === undefined ? always : currentPeriod(interval, world.now())
    return period !== undefined && isIn(period, payment)
  }
  return payments.filter((payment) => isCurrent(payment) && !payment.failed && !underWay.has(payment))
}

const always: Period = { from: -Infinity, to: Infinity }

const total = (amounts: ReadonlyArray<{ value: bigint }>): bigint =>
  amounts.reduce((sum, { value }) => sum + value, 0n)
