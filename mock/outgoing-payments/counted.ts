import { sameAsset } from '../core/amounts.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { PaymentOrder } from '../state/orders.ts'
import type { Access, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { payingItems, receiveAllowance } from './limits.ts'

/** Why a token does not allow a payment of that size, or to that receiver; undefined if one item of its access does. */
export function beyondLimits(world: World, order: PaymentOrder, token: Token): string | undefined {
  if (!token.access) return beyond(world, order, token)
  const [first, ...others] = payingItems(world, token, order.wallet).map((item) =>
    beyond(world, order, token, item),
  )
  return others.includes(undefined) ? undefined : first
}

/** The item that a payment counts towards: the first that allows it. */
export function itemFor(world: World, order: PaymentOrder, token: Token): Access | undefined {
  const items = payingItems(world, token, order.wallet)
  return items.find((item) => beyond(world, order, token, item) === undefined) ?? items[0]
}

const beyond = (world: World, order: PaymentOrder, token: Token, item?: Access): string | undefined => {
  const { receiver } = order.quote ?? order
  const { debit, receive } = world.paymentAmounts(world, order)
  const debitLeft = world.allowance(world, token, item)
  if (debitLeft !== undefined && debit > debitLeft)
    return 'The payment would exceed the debitAmount limit of the access token'
  const only = item?.limits?.receiver
  if (only !== undefined && only !== incomingPaymentUrl(world, receiver)) {
    return 'The access token is limited to another receiver'
  }
  const receiveLeft = item && receiveAllowance(world, item)
  if (!receiveLeft) return undefined
  if (!sameAsset(receiveLeft, receiver.wallet.asset)) {
    return 'The access token is limited to receivers with another asset'
  }
  return receive > receiveLeft.value
    ? 'The payment would exceed the receiveAmount limit of the access token'
    : undefined
}
