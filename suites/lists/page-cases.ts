import fc from 'fast-check'
import type { PlacedPage } from './pages.ts'
import type { WholeList } from './whole-list.ts'

/** The properties of a list that page cases depend on. */
export interface Extent {
  length: number
  least: number
  most: number
  /** The items that were created closest in time to the item before, if possible at the same time. */
  ties: readonly number[]
}

const mostTies = 2

export function extentOf({ ids, items, most }: WholeList, least: number): Extent {
  return {
    length: ids.length,
    least,
    most,
    ties: tiesIn(items),
  }
}

const tiesIn = (items: WholeList['items']): number[] => {
  const made = items.map(({ createdAt }) =>
    typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN,
  )
  const apart = made.flatMap((time, place) => {
    const between = Math.abs(time - (made[place - 1] ?? Number.NaN))
    return Number.isNaN(between) ? [] : [{ place, between }]
  })
  return apart
    .sort((one, other) => one.between - other.between)
    .slice(0, mostTies)
    .map(({ place }) => place)
}

/**
 * Returns pages at the edges: of one item, exactly full, one item shorter, as long as possible, past both ends; from
 * the first, a middle, the last but one and the last item; of seven items only from the beginning and a middle; around
 * two items that were created in one millisecond or nearly so; without a count, from the beginning and from the first
 * item. Forward pages come before backward ones, and short before long, so that the simplest case of a mistake is found
 * first.
 */
export function edges({ length, least, most, ties }: Extent): PlacedPage[] {
  const [last, middle] = [length - 1, Math.floor(length / 2)]
  const counts = (...wanted: number[]): number[] =>
    [...new Set(wanted)].filter((count) => count >= least && count <= most).sort((a, b) => a - b)
  const fromStart = counts(1, 2, 7, 10, 41, length - 1, length, length + 1, most)
  const places = [...new Set([0, middle, last - 1, last])].filter((item) => item >= 0 && item < length)
  const countsFor = (there: number, item: number): number[] =>
    counts(1, 2, ...(item === middle ? [7] : []), there - 1, there, most)
  return [
    ...fromStart.map((count): PlacedPage => ({ direction: 'forwards', count })),
    ...[{}, ...places.slice(0, 1).map((item) => ({ item }))].map(
      (from): PlacedPage => ({ direction: 'forwards', count: length + 1, uncounted: true, ...from }),
    ),
    ...places.flatMap((item) =>
      countsFor(last - item, item).map((count): PlacedPage => ({ direction: 'forwards', count, item })),
    ),
    ...places.flatMap((item) =>
      countsFor(item, item).map((count): PlacedPage => ({ direction: 'backwards', count, item })),
    ),
    ...ties.flatMap((place): PlacedPage[] => [
      { direction: 'forwards', count: Math.max(least, 1), item: place - 1 },
      ...(place > 1 ? [{ direction: 'forwards', count: Math.max(least, 2), item: place - 2 } as const] : []),
      { direction: 'backwards', count: Math.max(least, 1), item: place },
      ...(place < last
        ? [{ direction: 'backwards', count: Math.max(least, 2), item: place + 1 } as const]
        : []),
    ]),
  ]
}

/** The longest page that makes a difference: more items than the list has change nothing. */
const longestOf = ({ length, least, most }: Pick<Extent, 'length' | 'least' | 'most'>): number =>
  Math.max(least, Math.min(most, length + 1))

/** Generates any page of a list that has items. It shrinks to fewer items, nearer to the beginning. */
export function anyPage({ length, least, most }: Extent): fc.Arbitrary<PlacedPage> {
  return fc.record({
    direction: fc.constantFrom<PlacedPage['direction']>('forwards', 'backwards'),
    count: fc.integer({ min: least, max: longestOf({ length, least, most }) }),
    item: fc.nat({ max: length - 1 }),
  })
}

/** Generates exactly full pages in the same direction. They shrink to fewer items. */
export function fullPagesLike({ direction }: PlacedPage, extent: Extent): fc.Arbitrary<PlacedPage> {
  return fc
    .integer({ min: extent.least, max: Math.max(extent.least, Math.min(extent.most, extent.length - 1)) })
    .map(
      (count): PlacedPage => ({
        direction,
        count,
        item: direction === 'forwards' ? extent.length - 1 - count : count,
      }),
      (asked) => (asked as PlacedPage).count,
    )
}

/** Returns true if a page holds as many items as were requested and the list has none beyond it. */
export function isExactlyFull({ direction, count, item, follow }: PlacedPage, { length }: Extent): boolean {
  return (
    item !== undefined &&
    follow === undefined &&
    count === (direction === 'forwards' ? length - 1 - item : item)
  )
}

/** Generates pages that are requested like this one, with any count and from any item. */
export function pagesLike(asked: PlacedPage, { length, least, most }: Extent): fc.Arbitrary<PlacedPage> {
  return fc.record({
    direction: fc.constant(asked.direction),
    count: fc.integer({ min: least, max: longestOf({ length, least, most }) }),
    ...(asked.item === undefined ? {} : { item: fc.nat({ max: length - 1 }) }),
    ...(asked.follow === undefined ? {} : { follow: fc.constant(asked.follow) }),
  })
}
