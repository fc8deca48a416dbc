import { amountOf } from '../core/amounts.ts'
import { bookDelivery, bookFailure, bookSuccess, type SettlingStep } from '../state/ledger.ts'
import { homeOf } from '../state/lookup.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'

// A payment progresses in steps, whose times are fixed when it is created. There is no timer: before anybody looks,
// `settle` takes the due steps in the order of their times, so that the state depends on the clock alone.

/** Puts the steps of a payment on the agenda. */
export function enter(world: World, payment: OutgoingPayment): void {
  const times = world.behaviour.outgoingPayments.pace(payment)
  for (const [place, after] of times.entries()) {
    if (payment.fate === 'stalls' && isPastHalf(place + 1, times.length)) return
    insert(world.ledger.agenda, { payment, at: payment.createdAt + after, done: place + 1, of: times.length })
  }
}

/** Returns true for steps from the middle on, where a payment that was ordered to fail or stall stops. */
const isPastHalf = (done: number, of: number): boolean => 2 * done >= of

/** Inserts a step after all the steps that are due at the same time or earlier. */
const insert = (agenda: SettlingStep[], step: SettlingStep): void => {
  const place = agenda.findLastIndex(({ at }) => at <= step.at) + 1
  agenda.splice(place, 0, step)
}

/** Takes every due step, including those of other worlds that may pay into this one. */
export function settle(world: World): void {
  for (const one of [world, ...world.peers()]) settleOwn(one)
}

const settleOwn = (world: World): void => {
  const { agenda } = world.ledger
  const now = world.now()
  while (agenda[0] && agenda[0].at <= now) {
    const step = agenda.shift()
    if (step && !step.payment.failed) take(world, step)
  }
}

const take = (world: World, step: SettlingStep): void => {
  const { payment, at, done, of } = step
  const isDoomed = payment.fate === 'fails' && isPastHalf(done, of)
  const goesOn = !isDoomed && world.behaviour.outgoingPayments.canGoOn(step)
  payment.updatedAt = at
  if (!goesOn) {
    payment.failed = true
    bookFailure(world.ledger, payment)
    return
  }
  payment.sentAmount = amountOf(world.behaviour.outgoingPayments.sends(step), payment.debitAmount)
  deliver(world, step)
  if (done === of) bookSuccess(world.ledger, payment)
}

const deliver = (world: World, step: SettlingStep): void => {
  const { payment, at } = step
  const { receiver, deliveredAmount, receiveAmount } = payment
  const delivered = world.behaviour.outgoingPayments.arrives(step)
  const received = receiver.receivedAmount.value + delivered - deliveredAmount.value
  bookDelivery(world.ledger, payment, amountOf(delivered, receiveAmount))
  if (received === receiver.receivedAmount.value) return
  receiver.receivedAmount = amountOf(received, receiver.receivedAmount)
  receiver.updatedAt = at
  if (homeOf(world, receiver).behaviour.incomingPayments.isFull(receiver)) receiver.completed = true
}

/** The pace of the strict mock: a third of the amount every 50 ms. */
export function pace(): readonly number[] {
  return [50, 100, 150]
}

/**
 * Returns true if the receiver still takes payments. A receiver of kind `failing` takes only the first half of the
 * steps.
 */
export function canGoOn({ payment, at, done, of }: SettlingStep): boolean {
  const { receiver, sentAmount, debitAmount } = payment
  if (sentAmount.value === debitAmount.value) return true
  if (receiver.completed || receiver.expiresAt <= at) return false
  return receiver.kind !== 'failing' || 2 * done < of
}

/** The part of the whole that has been paid after this step. It is exact after the last step. */
const partOf = (whole: bigint, { done, of }: SettlingStep): bigint => (whole * BigInt(done)) / BigInt(of)

export function sends(step: SettlingStep): bigint {
  return partOf(step.payment.debitAmount.value, step)
}

export function arrives(step: SettlingStep): bigint {
  return partOf(step.payment.receiveAmount.value, step)
}
