import { type Circumstance, circumstances, type Row } from './table.ts'

// Rows without the circumstances that cost much: long bodies, and the same request before.

const sizes = circumstances.filter(({ factor }) => factor === 'size')
const [smallest] = sizes
const longest = sizes.at(-1)

const withBody = (row: Row, size: Circumstance | undefined): Row =>
  row.map((one) => (one.factor === 'size' && size ? size : one))

/** Returns the same row with the smallest size of bodies. Long ones take long to send and to record. */
export function withShortBody(row: Row): Row {
  return withBody(row, smallest)
}

const repeats = ({ beside }: Circumstance): boolean => beside === 'the same before'

/**
 * Returns false for circumstances in which a signature is not the same as that of the request before: further members
 * are made anew, and a URL that is written differently may be signed differently.
 */
const keepsSame = ({ factor }: Circumstance): boolean =>
  factor !== 'members' && !factor.startsWith('spelling')

/**
 * Leaves each costly circumstance to one of the trials, chosen by the seed, or to none without a seed. A server that
 * does not look at a request in such a circumstance accepts any of the invalid ones there. If there are trials enough, no
 * trial has both, because the request before would be long, too. With `isNearest`, any trial with a body can get the long
 * one. It goes to the first trial for which `isNearest` is true: of a value that only one guard refuses, so that no other
 * guard hides that this one is left out.
 */
export function withCostsOnce<T extends { row: Row }>(
  trials: readonly T[],
  seed?: number,
  isNearest?: (trial: T) => boolean,
): T[] {
  const chosen = (among: readonly T[]): T | undefined =>
    seed === undefined ? undefined : among[Math.abs(seed) % among.length]
  const again = chosen(trials.filter(({ row }) => row.some(repeats)))
  const long = trials.filter(({ row }) =>
    row.some((one) => (isNearest ? one.factor === 'size' : one === longest)),
  )
  const nearest = seed === undefined ? undefined : long.find((one) => isNearest?.(one))
  const kept = nearest ?? chosen(long.filter((one) => one !== again)) ?? chosen(long)
  return trials.map((one) => {
    const row = one.row.filter(one === again ? keepsSame : (each) => !repeats(each))
    return { ...one, row: withBody(row, one === kept ? longest : smallest) }
  })
}
