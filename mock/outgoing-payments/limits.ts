import type { Amount } from '../core/amounts.ts'
import { amountOf, sameAsset } from '../core/amounts.ts'
import { type Period, periodAt, repeatingOf } from '../core/interval.ts'
import type { GrantSpent } from '../state/ledger.ts'
import { debitedBy, grantOf, grantSpentOf, receivedBy } from '../state/ledger.ts'
import { walletAt } from '../state/lookup.ts'
import type { Access, Limits, OutgoingPayment, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** What a token may still debit; undefined without limit. Payments under way count as debited. */
export function allowance(world: World, token: Token): bigint | undefined {
  if (token.debitLimit !== undefined) {
    return token.debitLimit - debitedBy(world.ledger, token, token.wallets[0].asset).committed
  }
  const limit = limitsOf(token)?.debitAmount
  return limit && leftOf(limit, world, token, debited)
}

/** What payments by a token may still bring to their receivers, in the asset of that limit; undefined without limit. */
export function receiveAllowance(world: World, token: Token): Amount | undefined {
  const limit = limitsOf(token)?.receiveAmount
  return limit && { ...limit, value: leftOf(limit, world, token, received) }
}

/** The limits on the payments of a grant; it has one access item for them. */
export function limitsOf(token: Token): Limits | undefined {
  return paying(token)?.limits
}

const paying = ({ access = [] }: Token): Access | undefined =>
  access.find(({ type, actions }) => type === 'outgoing-payment' && actions.includes('create'))

/** One of the two amounts of a payment, as far as the payment takes or may still take it. */
interface Spending {
  inAll: (world: World, token: Token, limit: Amount) => bigint
  by: (payment: OutgoingPayment) => bigint
}

const debited: Spending = {
  inAll: ({ ledger }, token, limit) => debitedBy(ledger, token, limit).committed,
  by: ({ failed, sentAmount, debitAmount }) => (failed ? sentAmount : debitAmount).value,
}

const received: Spending = {
  inAll: ({ ledger }, token, limit) => receivedBy(ledger, token, limit).committed,
  by: ({ failed, deliveredAmount, receiveAmount }) => (failed ? deliveredAmount : receiveAmount).value,
}

const leftOf = (limit: Amount, world: World, token: Token, spending: Spending): bigint => {
  const { interval } = limitsOf(token) ?? {}
  if (interval === undefined) return limit.value - spending.inAll(world, token, limit)
  const period = currentPeriod(interval, world.now())
  if (!period) return 0n
  const spent = paymentsIn(period, world, token).map(spending.by)
  return spent.reduce((left, each) => left - each, limit.value)
}

function isIn({ from, to }: Period, { createdAt }: OutgoingPayment): boolean {
  return createdAt >= from && createdAt < to
}

function currentPeriod(interval: string, now: number): Period | undefined {
  const repeating = repeatingOf(interval)
  return repeating && periodAt(repeating, now)
}

const paymentsIn = (period: Period, world: World, token: Token): OutgoingPayment[] => {
  const wallet = walletAt(world, paying(token)?.identifier ?? '')
  const payments = wallet ? world.outgoingPayments.of(wallet) : []
  return payments.filter((payment) => grantOf(payment.token) === grantOf(token) && isIn(period, payment))
}

/**
 * What the grant of a token has spent by payments that were sent in full, in the assets of its latest one; of a grant
 * that begins anew at intervals, in the current one. Undefined where it has not paid.
 */
export function spentBy(world: World, token: Token): GrantSpent | undefined {
  const payments = [...world.outgoingPayments.all()].filter(
    (payment) => grantOf(payment.token) === grantOf(token),
  )
  const latest = payments.at(-1)
  const { interval } = limitsOf(token) ?? {}
  if (!latest || interval === undefined) return latest && grantSpentOf(world.ledger, latest)
  const counted = sentIn(interval, world, payments)
  const those = (part: keyof GrantSpent) =>
    counted.map((each) => each[part]).filter((each) => sameAsset(each, latest[part]))
  return {
    debitAmount: amountOf(total(those('debitAmount')), latest.debitAmount),
    receiveAmount: amountOf(total(those('receiveAmount')), latest.receiveAmount),
  }
}

const sentIn = (interval: string, world: World, payments: readonly OutgoingPayment[]): OutgoingPayment[] => {
  const period = currentPeriod(interval, world.now())
  const underWay = new Set(world.ledger.agenda.map(({ payment }) => payment))
  return payments.filter(
    (payment) => period !== undefined && isIn(period, payment) && !payment.failed && !underWay.has(payment),
  )
}

const total = (amounts: ReadonlyArray<{ value: bigint }>): bigint =>
  amounts.reduce((sum, { value }) => sum + value, 0n)
