import type { Shown } from '../../core/answer.ts'
import type { Wallet } from '../../state/resources.ts'

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

// Changes for quotes, outgoing payments and incoming payments.

interface Made {
  createdAt: number
}

export function laterEachTime({ createdAt }: Made, times: number): Made {
  return { createdAt: createdAt + times * 1000 }
}

export function anHourEarlier({ createdAt }: Made): Made {
  return { createdAt: createdAt - 3_600_000 }
}

/** Whenever the time is shown again, it has no milliseconds and is one minute later. */
export function aMinuteLaterOnceShown({ createdAt }: Made, times: number): Made {
  return { createdAt: times === 0 ? createdAt : Math.floor(createdAt / 1000) * 1000 + 60_000 }
}

export function otherWalletEachTime({ wallet }: { wallet: Wallet }, times: number): { wallet?: Wallet } {
  return times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } }
}
