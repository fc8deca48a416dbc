import type { Shown } from '../core/answer.ts'
import type { World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

type Show<T> = (world: World, resource: T) => Shown

/** Each time that a resource is shown again, it shows something else. */
export function drifting<T extends { id: string }>(
  show: Show<T>,
  drifted: (resource: T, times: number) => Partial<T>,
): Show<T> {
  const shown = new Map<string, number>()
  return (world, resource) => {
    const times = shown.get(resource.id) ?? 0
    shown.set(resource.id, times + 1)
    return show(world, { ...resource, ...drifted(resource, times) })
  }
}

/** An amount that is so much less, but no less than nothing. */
export function less<T extends { value: bigint }>(amount: T, by: number): T {
  const value = amount.value - BigInt(by)
  return { ...amount, value: value > 0n ? value : 0n }
}

export function more<T extends { value: bigint }>(amount: T, by: number): T {
  return {
    ...amount,
    value: amount.value + BigInt(by),
  }
}

const hour = 3_600_000

const anHourAgo = (id: string, kind: string, override: NonNullable<Fault['override']>): Fault => ({
  id,
  breaks: `${kind}.created-at.now`,
  says: `The createdAt of every ${kind.replace('-', ' ')} is an hour too early, like a time in another time zone`,
  source: 'behaviour',
  override,
})

const earlier = ({ createdAt }: { createdAt: number }) => ({ createdAt: createdAt - hour })

export const createdFaults: readonly Fault[] = [
  anHourAgo('quote-created-an-hour-ago', 'quote', ({ showQuote }) => ({
    showQuote: drifting(showQuote, earlier),
  })),
  anHourAgo('payment-created-an-hour-ago', 'outgoing-payment', ({ showOutgoingPayment }) => ({
    showOutgoingPayment: drifting(showOutgoingPayment, earlier),
  })),
  anHourAgo('incoming-payment-created-an-hour-ago', 'incoming-payment', ({ showIncomingPayment }) => ({
    showIncomingPayment: drifting(showIncomingPayment, earlier),
  })),
]

/** One view of a resource that does not agree with the others. */
export const viewFaults: readonly Fault[] = [
  fault(
    'public-form-shows-more',
    'incoming-payment.received-amount.grows',
    'The receivedAmount in the public form of an incoming payment is one unit too high',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: more(payment.receivedAmount, 1) }),
    }),
  ),
  fault(
    'public-form-in-another-asset',
    'incoming-payment.received-amount.asset',
    'The receivedAmount in the public form of an incoming payment has an assetScale of 0',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: { ...payment.receivedAmount, assetScale: 0 } }),
    }),
  ),
]

export const methodFaults: readonly Fault[] = [
  fault(
    'method-of-another-type-bare',
    'payment-method.ilp-address.present',
    'Incoming payments have a second payment method of type card, without any other field',
    ({ showMethods }) => ({ showMethods: (payment) => [...showMethods(payment), { type: 'card' }] }),
  ),
]
