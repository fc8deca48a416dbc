import { sameAsset } from '../core/amounts.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { PaymentRequest } from '../state/orders.ts'
import type { Access, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { type LimitedBy, payingBy } from './limits.ts'

/** The kinds of limits that a grant may have. */
export type LimitName = 'debit' | 'receive' | 'interval' | 'receiver'

/**
 * The limits that a payment of that size, or to that receiver, would break. Empty if one item of the token's access
 * allows it.
 */
export function brokenLimits(world: World, order: PaymentRequest, token: Token): readonly LimitName[] {
  const each = payingBy(world, token, order.wallet).map((by) => brokenBy(world, order, by))
  const [first = []] = each
  return each.some((broken) => broken.length === 0) ? [] : first
}

/**
 * The access item that a payment counts towards: the first one that allows it. Undefined for a token without access
 * items.
 */
export function itemFor(world: World, order: PaymentRequest, token: Token): Access | undefined {
  if (!token.access) return undefined
  const items = payingBy(world, token, order.wallet)
  const item = items.find((one) => brokenBy(world, order, one).length === 0) ?? items[0]
  return item && 'actions' in item ? item : undefined
}

const brokenBy = (world: World, order: PaymentRequest, by: LimitedBy): LimitName[] => {
  if (!by.limits) return []
  const { receiver } = order.quote ?? order
  const { interval, receiver: only } = by.limits
  const broken: LimitName[] = []
  if (only !== undefined && only !== incomingPaymentUrl(world, receiver)) broken.push('receiver')
  const exceeded = exceededBy(world, order, by)
  if (exceeded) broken.push(interval === undefined ? exceeded : 'interval')
  return broken
}

const exceededBy = (world: World, order: PaymentRequest, by: LimitedBy): 'debit' | 'receive' | undefined => {
  const { receiver } = order.quote ?? order
  const { debit, receive } = world.behaviour.outgoingPayments.amounts(order)
  const debitLeft = world.behaviour.grants.allowance(by)
  if (debitLeft !== undefined && debit > debitLeft) return 'debit'
  const receiveLeft = world.behaviour.grants.receiveAllowance(by)
  if (!receiveLeft) return undefined
  const isAllowed = sameAsset(receiveLeft, receiver.wallet.asset) && receive <= receiveLeft.value
  return isAllowed ? undefined : 'receive'
}
