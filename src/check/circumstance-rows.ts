import { type Circumstance, circumstances, type Row } from './circumstance.ts'
import { coveringSets } from './covering.ts'

const factors = [...new Set(circumstances.map(({ factor }) => factor))]

const ofFactor = (factor: string): Circumstance[] => circumstances.filter((one) => one.factor === factor)

/** Of sizes both rows have a large one, of further members those at both ends. */
const placeIn: Readonly<Record<string, number>> = { size: 1, members: -1 }

/**
 * Two rows that have as much as can be had at once, one with the first circumstance of each factor, one with the last. A
 * defect that shows in any circumstance, whatever else is the case, shows in one of them. The largest bodies are long to
 * send and to write down, so only one has them; checks run side by side, so other requests are under way anyhow.
 */
const fullest: readonly Row[] = [0, -1].map((end) =>
  factors
    .filter((factor) => factor !== 'company')
    .flatMap((factor) => {
      const all = ofFactor(factor)
      const one = all.at(end === 0 && factor === 'size' ? -1 : (placeIn[factor] ?? end))
      return one ? [one] : []
    }),
)

/** A circumstance of a factor, or the plainest one. */
interface Choice {
  factor: string
  circumstance?: Circumstance
}

export const choices: readonly Choice[] = factors.flatMap((factor): Choice[] => [
  { factor },
  ...ofFactor(factor).map((circumstance) => ({ factor, circumstance })),
])

/** What neither of the full rows has of the tokens. */
const restOfTokens = ofFactor('token').slice(1, -1)

/** Rows in which every two circumstances of different factors, the plainest ones among them, stand together once. */
export const pairwise: readonly Row[] = coveringSets(choices, (one, other) => one.factor !== other.factor)
  .map((set) => set.flatMap(({ circumstance }) => circumstance ?? []))
  .filter((row) => row.length > 0)

/**
 * The rows to try on a check's subject of that place among all. What has a body sees both full rows and one of the pairs; of
 * the others, which differ in less, each sees one of these. The check's seed decides which, so that together the checks of
 * a family see all pairs.
 */
export function rowsFor(seed: number, place: number, isWhole: boolean): Row[] {
  const turn = Math.abs(seed) + place
  const pair = pairwise[Math.floor(turn / 3) % pairwise.length] ?? []
  const all = [...fullest, [...pair.filter(({ factor }) => factor !== 'token'), ...restOfTokens]]
  return isWhole ? all : all.slice(turn % 3, (turn % 3) + 1)
}

export function mostRows(isWhole: boolean): number {
  return isWhole ? fullest.length + 1 : 1
}

/**
 * The row for a batch of that place among all. Batches are sent one after the other, so another request is under way only
 * if it is sent for the purpose; and nothing is accepted that need not be.
 */
export function rowOfBatch(place: number): Row {
  const row = fullest[place % fullest.length] ?? []
  const company = place % 2 === 0 ? ofFactor('company') : []
  const free = ofFactor('connection').filter(({ beside }) => beside === undefined)
  return [...row.filter(({ factor }) => factor !== 'connection'), ...free, ...company]
}
