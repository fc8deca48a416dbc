import { type Amount, amountOf, sameAsset } from '../core/amounts.ts'
import { type Period, periodAt, repeatingOf } from '../core/interval.ts'
import { debitedBy, type GrantSpent, grantOf, grantSpentOf, receivedBy } from '../state/ledger.ts'
import { walletUrl } from '../state/lookup.ts'
import type { Access, OutgoingPayment, Token, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/**
 * The holder of limits on payments: an item of a token's access, or a token of the fixtures, which has no access items.
 */
export type LimitedBy = Token | Access

/** The amount that may still be debited, or undefined without a limit. Payments under way count as debited. */
export function allowance(world: World, by: LimitedBy): bigint | undefined {
  const limit = by.limits?.debitAmount
  return limit && leftOf(limit, world, by, debited)
}

/** The amount that may still be delivered to receivers, in the asset of that limit, or undefined without a limit. */
export function receiveAllowance(world: World, by: LimitedBy): Amount | undefined {
  const limit = by.limits?.receiveAmount
  return limit && { ...limit, value: leftOf(limit, world, by, received) }
}

/** The holders of limits that let a token pay from a wallet. Each has limits of its own. */
export function payingBy(world: World, token: Token, wallet: Wallet): LimitedBy[] {
  return token.access ? payingItems(world, token.access, wallet) : [token]
}

const payingItems = (world: World, access: readonly Access[], wallet: Wallet): Access[] => {
  return access.filter(
    ({ type, actions, identifier }) =>
      type === 'outgoing-payment' && actions.includes('create') && identifier === walletUrl(world, wallet),
  )
}

/**
 * Computes how much of a limit is used, by all payments or by one. A payment under way counts in full, a failed one
 * only as far as it got.
 */
interface LimitedAmount {
  inAll: (world: World, by: LimitedBy, limit: Amount) => bigint
  by: (payment: OutgoingPayment) => bigint
}

const debited: LimitedAmount = {
  inAll: ({ ledger }, by, limit) => debitedBy(ledger, by, limit).committed,
  by: ({ failed, sentAmount, debitAmount }) => (failed ? sentAmount : debitAmount).value,
}

const received: LimitedAmount = {
  inAll: ({ ledger }, by, limit) => receivedBy(ledger, by, limit).committed,
  by: ({ failed, deliveredAmount, receiveAmount }) => (failed ? deliveredAmount : receiveAmount).value,
}

const leftOf = (limit: Amount, world: World, by: LimitedBy, spending: LimitedAmount): bigint => {
  const { interval } = by.limits ?? {}
  if (interval === undefined) return limit.value - spending.inAll(world, by, limit)
  const period = currentPeriod(interval, world.now())
  if (!period) return 0n
  const spent = paymentsIn(period, world, by).map(spending.by)
  return spent.reduce((left, each) => left - each, limit.value)
}

function isIn({ from, to }: Period, { createdAt }: OutgoingPayment): boolean {
  return createdAt >= from && createdAt < to
}

function currentPeriod(interval: string, now: number): Period | undefined {
  const repeating = repeatingOf(interval)
  return repeating && periodAt(repeating, now)
}

const paymentsIn = (period: Period, world: World, by: LimitedBy): OutgoingPayment[] =>
  [...world.outgoingPayments.all()].filter((payment) => limiterOf(payment) === by && isIn(period, payment))

/** The holder of limits that a payment counts towards. */
export function limiterOf({ access, token }: OutgoingPayment): LimitedBy {
  return access ?? token
}

/**
 * The amounts that the grant of a token has spent through payments that were sent in full, in the assets of its latest
 * payment. For an item with an interval, only the current period counts. Undefined if the grant has not paid.
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
