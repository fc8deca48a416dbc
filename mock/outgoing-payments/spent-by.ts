import { amountOf, sameAsset } from '../core/amounts.ts'
import type { GrantSpent } from '../state/ledger.ts'
import { grantOf, grantSpentOf } from '../state/ledger.ts'
import type { OutgoingPayment, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { currentPeriod, isIn, limitsOf } from './limits.ts'

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
