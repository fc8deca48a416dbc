import { loadForgeries } from '../catalogue/forgeries.ts'
import type { Evidence } from '../core/verdict.ts'

/** Numbers by which examples are compared, the most important first. Lower ones are plainer. */
export type Rank = readonly number[]

export function compareRanks(a: Rank, b: Rank): number {
  const differing = a.findIndex((number, at) => number !== b[at])
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}

type Example = Partial<Pick<Evidence, 'requirement'>> & Pick<Evidence, 'given' | 'circumstances'>

/**
 * Ranks what was sent by how much a reader has to know to understand it: fewer circumstances, then forgeries in the order
 * of their dictionary, then short values of ordinary characters. A request without a case is the plainest.
 */
export function oddnessOf({ requirement, given, circumstances = [] }: Example): Rank {
  return [circumstances.length, placeInDictionary(given, requirement), oddnessOfValue(given)]
}

/** Returns the place of a forgery in the dictionary, where the plainest of each input stand first, and 0 for other values. */
const placeInDictionary = (given: unknown, requirement: string | undefined): number => {
  if (typeof given !== 'string') return 0
  const forgeries = loadForgeries()
  const own = forgeries.findIndex((one) => one.id === given && one.requirement === requirement)
  return 1 + (own >= 0 ? own : forgeries.findLastIndex(({ id }) => id === given))
}

/** The length for which an unusual character counts. */
const unusual = 10

const oddnessOfValue = (given: unknown): number => {
  if (given === undefined) return 0
  const text = JSON.stringify(given)
  return text.length + unusual * (text.match(/[^\w\s.:/,"{}[\]-]/g)?.length ?? 0)
}
