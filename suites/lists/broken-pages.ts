import fc from 'fast-check'
import type { TriedList } from './known-list.ts'
import type { ListTrial } from './list-trial.ts'
import { type Extent, fullPagesLike, isExactlyFull, pagesLike } from './page-cases.ts'
import { type BackwardStyle, claimsOf, claimsOfCursor, type PageClaim, type PlacedPage } from './pages.ts'
import { shownIn, type WholeList } from './whole-list.ts'

/** A claim that a page shows to be kept or broken. */
export interface PageAsShown {
  one: TriedList
  claim: PageClaim
}

/** The pages that kept or broke each requirement. */
export interface Looked {
  /** The last page that kept a requirement, and the number of pages that did. */
  held: Map<string, PageAsShown & { count: number }>
  /** The first page that broke a requirement. */
  broken: Map<string, PageAsShown>
}

/** Returns the claims that a tried page shows, or those that the page after one of its cursors shows. */
const claimsIn = ({ ids }: WholeList, { asked, page, of }: TriedList, style: BackwardStyle): PageClaim[] => {
  if (!page) return []
  const shown = shownIn(page)
  return of ? [claimsOfCursor(ids, of, shown.ids)] : claimsOf(ids, asked, shown, style)
}

/** Collects the claims of all pages. A broken requirement is left out if another broken one may have the same cause. */
export function lookedAt(whole: WholeList, tried: readonly TriedList[], style: BackwardStyle): Looked {
  const held: Looked['held'] = new Map()
  const all = new Map<string, PageAsShown[]>()
  for (const one of tried) {
    for (const claim of claimsIn(whole, one, style)) {
      const { requirement } = claim
      if (claim.held) held.set(requirement, { one, claim, count: (held.get(requirement)?.count ?? 0) + 1 })
      else all.set(requirement, [...(all.get(requirement) ?? []), { one, claim }])
    }
  }
  for (const [requirement, shown] of [...all].sort(cursorsFirst)) {
    const isExplained = ({ claim: { others = [] } }: PageAsShown): boolean =>
      others.some((other) => all.has(other))
    if (shown.every(isExplained)) all.delete(requirement)
  }
  return { held, broken: new Map([...all].flatMap(([id, [first]]) => (first ? [[id, first] as const] : []))) }
}

/**
 * Sorts claims about cursors first, so that they are left out first: a page that is wrong anyway has cursors of other
 * items.
 */
const cursorsFirst = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(other.includes('-cursor.')) - Number(one.includes('-cursor.'))

/** The most smaller pages that are tried to find the smallest one that breaks the same requirement. */
const shrinkingCases = 25

interface TriedWith {
  trial: ListTrial
  whole: WholeList
  extent: Extent
  style: BackwardStyle
  seed: number
}

/** Finds the smallest page that breaks a requirement, as far as the trial reaches one. */
export async function shrunk(
  { trial, whole, extent, style, seed }: TriedWith,
  requirement: string,
  first: PageAsShown,
): Promise<PageAsShown> {
  let smallest = first
  let left = shrinkingCases
  const breaks = async (asked: PlacedPage): Promise<PageAsShown | undefined> => {
    const one = left-- > 0 ? await trial.page(asked) : undefined
    const claim =
      one && claimsIn(whole, one, style).find((other) => !other.held && other.requirement === requirement)
    return one && claim && { one, claim }
  }
  const shrink = async (pages: fc.Arbitrary<PlacedPage>): Promise<void> => {
    const { asked } = smallest.one
    const property = fc.asyncProperty(pages, async (other) => {
      const found = await breaks(other)
      if (found) smallest = found
      return !found
    })
    await fc.check(property, { seed, numRuns: 1, examples: [[asked]] })
  }
  await shrink(pagesLike(smallest.one.asked, extent))
  if (isExactlyFull(smallest.one.asked, extent)) await shrink(fullPagesLike(smallest.one.asked, extent))
  return smallest
}
