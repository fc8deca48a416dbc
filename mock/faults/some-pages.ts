import { cursorOf, indexOfCursor } from '../lists/page.ts'
import type { Page } from '../state/orders.ts'
import type { Stored } from '../state/store.ts'
import type { Fault } from './fault.ts'
import { type Pager, pageFault } from './pages.ts'

/** Where the item of a cursor stands in the list as it is shown, or -1. */
const placeOf = (items: readonly { id: string }[], cursor: string | undefined): number =>
  cursor === undefined ? -1 : indexOfCursor(items.toReversed(), cursor)

/** The strict pager, and then something else with the page. */
const then =
  (
    change: <T extends { id: string }>(
      whole: Page<T>,
      asked: Parameters<Pager>[2],
      items: readonly T[],
    ) => Partial<Page<T>>,
  ): Pager =>
  (right, items, asked) => {
    const whole = right(items, asked)
    return { ...whole, ...change(whole, asked, items) }
  }

const isFull = ({ items }: Page<unknown>, count: number | undefined): boolean => items.length === count

/** In the same hundredth of a second, which is as exactly as such a server knows it. */
const madeTogether = (one: { id: string }, other: { id: string }): boolean => {
  const [first, second] = [one, other].map((item) => Math.floor((item as Stored).createdAt / 10))
  return first === second
}

/** Neighbours that were made together change places, the others stay. */
const withTiesTurned = <T extends { id: string }>(items: readonly T[]): T[] => {
  const turned = [...items]
  for (let at = 1; at < turned.length; at++) {
    const [before, after] = [turned[at - 1], turned[at]]
    if (before && after && madeTogether(before, after)) {
      turned.splice(at - 1, 2, after, before)
      at++
    }
  }
  return turned
}

/** The page of these items in the place of the right ones. */
const shownAs = <T extends { id: string }>(items: readonly T[]): Partial<Page<T>> => {
  const [first, last] = [items.at(0), items.at(-1)]
  return first && last ? { items, startCursor: cursorOf(first), endCursor: cursorOf(last) } : { items }
}

/** Pages that are wrong only by their length, by where they lie in the list, or by what is on them. */
export const somePageFaults: readonly Fault[] = [
  pageFault(
    'next-page-of-a-full-page',
    'page.has-next-page.walk',
    'hasNextPage is true on every page that has the requested number of items',
    then((whole, { first }) => (isFull(whole, first) ? { hasNextPage: true } : {})),
  ),
  pageFault(
    'next-page-behind-the-end',
    'page.has-next-page.walk',
    'hasNextPage is true on a page after the end of the list',
    then(({ items }, { last }) => (items.length === 0 && last === undefined ? { hasNextPage: true } : {})),
  ),
  pageFault(
    'previous-page-of-a-full-page',
    'page.flags.backwards',
    'hasPreviousPage is true on every backward page that has the requested number of items',
    then((whole, { last }) => (isFull(whole, last) ? { hasPreviousPage: true } : {})),
  ),
  pageFault(
    'flags-backwards-false',
    'page.flags.backwards',
    'Both flags of a backward page are false',
    then((_, { last }) => (last === undefined ? {} : { hasNextPage: false, hasPreviousPage: false })),
  ),
  pageFault(
    'previous-page-of-first-places',
    'page.has-previous-page.walk',
    'hasPreviousPage is false on a page that begins with one of the first five items',
    then((_, { cursor, last }, items) =>
      placeOf(items, cursor) < 4 && last === undefined ? { hasPreviousPage: false } : {},
    ),
  ),
  pageFault(
    'page-of-seven-loses-item',
    'list.gapless',
    'A page of seven items leaves out its first item',
    then(({ items }, { first }) => (first === 7 ? shownAs(items.slice(1)) : {})),
  ),
  pageFault(
    'page-loses-items-made-together',
    'list.gapless',
    "A page after a cursor leaves out the items created in the same 10 milliseconds as the cursor's item",
    (right, items, asked) => {
      const own = items.find((item) => cursorOf(item) === asked.cursor)
      const isKept = (item: { id: string }): boolean => item === own || !own || !madeTogether(item, own)
      return right(asked.last === undefined ? items.filter(isKept) : items, asked)
    },
  ),
  pageFault(
    'page-order-of-items-made-together',
    'page.items.order',
    'On a page after a cursor, items created in the same 10 milliseconds are in a different order',
    then(({ items }, { cursor }) => (cursor === undefined ? {} : shownAs(withTiesTurned(items)))),
  ),
  pageFault(
    'page-order-of-short-pages',
    'page.items.order',
    'A page of at most ten items is in reverse order',
    then(({ items }, { first }) => (first !== undefined && first <= 10 ? { items: items.toReversed() } : {})),
  ),
  pageFault(
    'page-backwards-with-its-own-item',
    'list.backwards',
    'A backward page ends with the item of the cursor itself',
    (right, items, { cursor, first, last }) => {
      const at = placeOf(items, cursor)
      const behind = items.toReversed()[at + 1]
      if (last === undefined || at === -1 || !behind) return right(items, { cursor, first, last })
      return right(items, { cursor: cursorOf(behind), last })
    },
  ),
  pageFault(
    'page-backwards-from-the-beginning',
    'list.backwards',
    'A backward page always shows the first items of the list, wherever the cursor is',
    (right, items, asked) => {
      const at = placeOf(items, asked.cursor)
      const from = items.toReversed()[asked.last ?? 0]
      if (asked.last === undefined || !from || at <= asked.last) return right(items, asked)
      return right(items, { cursor: cursorOf(from), last: asked.last })
    },
  ),
  pageFault(
    'cursor-of-the-middle-ignored',
    'list.cursor',
    'The cursor of an item with at least five items on each side is ignored',
    (right, items, asked) => {
      const at = placeOf(items, asked.cursor)
      const isInside = at >= 5 && at < items.length - 5
      return right(items, isInside && asked.last === undefined ? { ...asked, cursor: undefined } : asked)
    },
  ),
  pageFault(
    'page-longer-than-first-from-ten',
    'list.first',
    'A page has one item too many if ten or more are requested',
    (right, items, asked) =>
      right(
        items,
        asked.first !== undefined && asked.first >= 10 ? { ...asked, first: asked.first + 1 } : asked,
      ),
  ),
  pageFault(
    'page-longer-than-last-from-ten',
    'list.last',
    'A backward page has one item too many if ten or more are requested',
    (right, items, asked) =>
      right(items, asked.last !== undefined && asked.last >= 10 ? { ...asked, last: asked.last + 1 } : asked),
  ),
  pageFault(
    'page-cut-at-40',
    'page.has-next-page.walk',
    'A page has at most 40 items, and always shows hasNextPage as false',
    (right, items, asked) => {
      if (asked.first === undefined || asked.first <= 40) return right(items, asked)
      return { ...right(items, { ...asked, first: 40 }), hasNextPage: false }
    },
  ),
  pageFault(
    'end-cursor-of-a-later-page',
    'page.end-cursor.last-item',
    'The endCursor of a page after a cursor is the cursor of its first item',
    then(({ startCursor }, { cursor, last }) =>
      cursor === undefined || last !== undefined ? {} : { endCursor: startCursor },
    ),
  ),
  pageFault(
    'start-cursor-of-a-page-backwards',
    'page.start-cursor.first-item',
    'The startCursor of a backward page is the cursor of its last item',
    then(({ endCursor }, { last }) => (last === undefined ? {} : { startCursor: endCursor })),
  ),
]
