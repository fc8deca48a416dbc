import type { Shown } from '../../core/answer.ts'
import type { Wallet } from '../../state/resources.ts'
import { type Defect, faultBy } from '../fault.ts'

type ShowResource<T> = (resource: T) => Shown

/** Returns a way to show a resource that shows something else each time the resource is shown again. */
export function changedBetweenReads<T extends { id: string }>(
  change: (resource: NoInfer<T>, times: number) => Partial<NoInfer<T>>,
): (show: ShowResource<T>) => ShowResource<T> {
  return (show) => {
    const shown = new Map<string, number>()
    return (resource) => {
      const times = shown.get(resource.id) ?? 0
      shown.set(resource.id, times + 1)
      return show({ ...resource, ...change(resource, times) })
    }
  }
}

/** Returns an amount that is smaller by that value, but at least 0. */
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

// Faults that quotes, outgoing payments and incoming payments have alike.

interface Made {
  id: string
  createdAt: number
  wallet: Wallet
}

interface OfEachKind {
  /** The end of the ids, which begin with the short name of a kind. */
  id: string
  breaks: (kind: string) => string
  says: (a: string, kind: string) => string
  change: (resource: Made, times: number) => Partial<Made>
  /** The short name of incoming payments in ids. */
  incoming?: string
}

/** Makes the same fault of each kind of resource. */
const ofEachKind = ({ id, breaks, says, change, incoming = 'incoming-payment' }: OfEachKind): Defect[] => {
  const by = <T extends Made>(show: ShowResource<T>) =>
    changedBetweenReads<T>((resource, times) => change(resource, times) as Partial<T>)(show)
  const row = (name: string, kind: string, a: string) => ({
    id: `${name}-${id}`,
    breaks: breaks(kind),
    says: says(a, kind.replace('-', ' ')),
    by,
  })
  return [
    faultBy('quotes', 'show', row('quote', 'quote', 'a quote')),
    faultBy('outgoingPayments', 'show', row('payment', 'outgoing-payment', 'a payment')),
    faultBy('incomingPayments', 'show', row(incoming, 'incoming-payment', 'an incoming payment')),
  ]
}

const isImmutable = (kind: string): string => `${kind}.immutable`

/** Faults of the time and the wallet address of a resource. */
export const faultsOfEachKind: readonly Defect[] = [
  ...ofEachKind({
    id: 'created-an-hour-ago',
    breaks: (kind) => `${kind}.created-at.now`,
    says: (_, kind) =>
      `The createdAt of every ${kind} is an hour too early, like a time in another time zone`,
    change: ({ createdAt }) => ({ createdAt: createdAt - 3_600_000 }),
  }),
  ...ofEachKind({
    id: 'created-at-drifts',
    incoming: 'incoming',
    breaks: isImmutable,
    says: (a) => `The createdAt of ${a} is the time of the read`,
    change: ({ createdAt }, times) => ({ createdAt: createdAt + times * 1000 }),
  }),
  ...ofEachKind({
    id: 'stored-a-minute-later',
    breaks: isImmutable,
    says: (a) =>
      `The createdAt of ${a} loses its milliseconds and moves by a minute after it was first shown`,
    change: ({ createdAt }, times) =>
      times === 0 ? {} : { createdAt: Math.floor(createdAt / 1000) * 1000 + 60_000 },
  }),
  ...ofEachKind({
    id: 'wallet-drifts',
    incoming: 'incoming',
    breaks: isImmutable,
    says: (a) => `The second read of ${a} shows a different wallet address`,
    change: ({ wallet }, times) =>
      times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } },
  }),
]
