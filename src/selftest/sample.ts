import { createHash } from 'node:crypto'

/**
 * Draws a share of the things by a seed. A hash decides the order, so it does not depend on how many others there are.
 */
export function sample<T extends { id: string }>(things: readonly T[], share: number, seed: number): T[] {
  const most = Math.ceil(things.length * share)
  const chosen = new Set(inSampleOrder(things, seed).slice(0, most))
  return things.filter((thing) => chosen.has(thing))
}

export function inSampleOrder<T extends { id: string }>(things: readonly T[], seed: number): T[] {
  return things
    .map((thing) => ({ thing, lot: lotOf(thing.id, seed) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ thing }) => thing)
}

const lotOf = (id: string, seed: number): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
