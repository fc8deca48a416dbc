import type { Shown } from '../core/answer.ts'
import type { World } from '../state/world.ts'

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
