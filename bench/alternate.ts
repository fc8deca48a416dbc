/** Runs one round of a side and returns its rate per second. */
export type Round = () => Promise<number>

export interface Pair {
  ours: number
  peer: number
}

export interface Spread {
  median: number
  least: number
  most: number
}

/**
 * Runs both sides in turn, so that other load of the machine falls on both. The side that goes first changes with every
 * pair. Each side has one round beforehand that does not count.
 */
export async function alternate(ours: Round, peer: Round, pairs: number): Promise<Pair[]> {
  await ours()
  await peer()
  const measured: Pair[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) measured.push({ ours: await ours(), peer: await peer() })
    else {
      const rate = await peer()
      measured.push({ peer: rate, ours: await ours() })
    }
  }
  return measured
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return { median: (low + high) / 2, least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

/** Returns the ratio of each pair. */
export function ratiosOf(pairs: readonly Pair[]): number[] {
  return pairs.map(({ ours, peer }) => ours / peer)
}
