import { cursorOf, indexOfCursor } from '../../lists/page.ts'
import type { Page } from '../../state/orders.ts'
import type { Stored } from '../../state/resources.ts'
import { type Defect, faultsBy } from '../fault.ts'

/** Returns the position of a cursor's item in the list as clients see it, or -1. */
const placeOf = (items: readonly { id: string }[], cursor: string | undefined): number =>
  cursor === undefined ? -1 : indexOfCursor(items.toReversed(), cursor)

const isFull = ({ items }: Page<unknown>, count: number | undefined): boolean => items.length === count

/** Returns true if both were created in the same hundredth of a second, the precision of such a server's times. */
const madeTogether = (one: { id: string }, other: { id: string }): boolean => {
  const [first, second] = [one, other].map((item) => Math.floor((item as Stored).createdAt / 10))
  return first === second
}

/** Swaps neighbours that were created together. All other items keep their places. */
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

/** Replaces the items of a page, and the cursors with them. */
const showing = <T extends { id: string }>(page: Page<T>, items: readonly T[]): Page<T> => {
  const [first, last] = [items.at(0), items.at(-1)]
  const cursors = first && last && { startCursor: cursorOf(first), endCursor: cursorOf(last) }
  return { ...page, items, ...cursors }
}

/** Faults of pages that are wrong only because of their length, position in the list, or content. */
export const somePageFaults: readonly Defect[] = faultsBy('lists', 'page', {
  'next-page-of-a-full-page': {
    breaks: 'page.has-next-page.walk',
    says: 'hasNextPage is true on every page that has the requested number of items',
    gives: (whole, _items, { first }) => (isFull(whole, first) ? { ...whole, hasNextPage: true } : whole),
  },
  'next-page-behind-the-end': {
    breaks: 'page.has-next-page.walk',
    says: 'hasNextPage is true on a page after the end of the list',
    gives: (whole, _items, { last }) =>
      whole.items.length === 0 && last === undefined ? { ...whole, hasNextPage: true } : whole,
  },
  'previous-page-of-a-full-page': {
    breaks: 'page.flags.backwards',
    says: 'hasPreviousPage is true on every backward page that has the requested number of items',
    gives: (whole, _items, { last }) => (isFull(whole, last) ? { ...whole, hasPreviousPage: true } : whole),
  },
  'flags-backwards-false': {
    breaks: 'page.flags.backwards',
    says: 'Both flags of a backward page are false',
    gives: (whole, _items, { last }) =>
      last === undefined ? whole : { ...whole, hasNextPage: false, hasPreviousPage: false },
  },
  'nothing-behind-uncounted-pages': {
    breaks: 'page.has-next-page.walk',
    says: 'A page that was requested without a number of items has three, and hasNextPage is false on it',
    by: (page) => (items, asked) =>
      asked.first === undefined && asked.last === undefined
        ? { ...page(items, { ...asked, first: 3 }), hasNextPage: false }
        : page(items, asked),
  },
  'nothing-behind-backward-pages': {
    breaks: 'page.flags.backwards.behind',
    says: 'hasNextPage is false on every backward page',
    gives: (whole, _items, { last }) => (last === undefined ? whole : { ...whole, hasNextPage: false }),
  },
  'previous-page-of-first-places': {
    breaks: 'page.has-previous-page.walk',
    says: 'hasPreviousPage is false on a page that begins with one of the first five items',
    gives: (whole, items, { cursor, last }) =>
      placeOf(items, cursor) < 4 && last === undefined ? { ...whole, hasPreviousPage: false } : whole,
  },
  'page-of-seven-loses-item': {
    breaks: 'list.gapless',
    says: 'A page of seven items leaves out its first item',
    gives: (whole, _items, { first }) => (first === 7 ? showing(whole, whole.items.slice(1)) : whole),
  },
  'page-loses-items-made-together': {
    breaks: 'list.gapless',
    says: "A page after a cursor leaves out the items created in the same 10 milliseconds as the cursor's item",
    by: (page) => (items, asked) => {
      const own = items.find((item) => cursorOf(item) === asked.cursor)
      const isKept = (item: { id: string }): boolean => item === own || !own || !madeTogether(item, own)
      return page(asked.last === undefined ? items.filter(isKept) : items, asked)
    },
  },
  'page-order-of-items-made-together': {
    breaks: 'page.items.order',
    says: 'On a page after a cursor, items created in the same 10 milliseconds are in a different order',
    gives: (whole, _items, { cursor }) =>
      cursor === undefined ? whole : showing(whole, withTiesTurned(whole.items)),
  },
  'page-order-of-a-map': {
    breaks: 'page.items.order',
    says: 'The order of the list is another one for each page',
    by: (page) => {
      let pages = 0
      return (items, asked) => {
        const at = items.length === 0 ? 0 : ++pages % items.length
        return page([...items.slice(at), ...items.slice(0, at)], asked)
      }
    },
  },
  'page-order-of-short-pages': {
    breaks: 'page.items.order',
    says: 'A page of at most ten items is in reverse order',
    gives: (whole, _items, { first }) =>
      first !== undefined && first <= 10 ? { ...whole, items: whole.items.toReversed() } : whole,
  },
  'page-backwards-with-its-own-item': {
    breaks: 'list.backwards',
    says: 'A backward page ends with the item of the cursor itself',
    by:
      (page) =>
      (items, { cursor, first, last }) => {
        const at = placeOf(items, cursor)
        const behind = items.toReversed()[at + 1]
        if (last === undefined || at === -1 || !behind) return page(items, { cursor, first, last })
        return page(items, { cursor: cursorOf(behind), last })
      },
  },
  'page-backwards-from-the-beginning': {
    breaks: 'list.backwards',
    says: 'A backward page always shows the first items of the list, wherever the cursor is',
    by: (page) => (items, asked) => {
      const at = placeOf(items, asked.cursor)
      const from = items.toReversed()[asked.last ?? 0]
      if (asked.last === undefined || !from || at <= asked.last) return page(items, asked)
      return page(items, { cursor: cursorOf(from), last: asked.last })
    },
  },
  'cursor-of-the-middle-ignored': {
    breaks: 'list.cursor',
    says: 'The cursor of an item with at least five items on each side is ignored',
    by: (page) => (items, asked) => {
      const at = placeOf(items, asked.cursor)
      const isInside = at >= 5 && at < items.length - 5
      return page(items, isInside && asked.last === undefined ? { ...asked, cursor: undefined } : asked)
    },
  },
  'page-longer-than-first-from-ten': {
    breaks: 'list.first',
    says: 'A page has one item too many if ten or more are requested',
    by: (page) => (items, asked) =>
      page(
        items,
        asked.first !== undefined && asked.first >= 10 ? { ...asked, first: asked.first + 1 } : asked,
      ),
  },
  'page-longer-than-last-from-ten': {
    breaks: 'list.last',
    says: 'A backward page has one item too many if ten or more are requested',
    by: (page) => (items, asked) =>
      page(items, asked.last !== undefined && asked.last >= 10 ? { ...asked, last: asked.last + 1 } : asked),
  },
  'page-cut-at-40': {
    breaks: 'page.has-next-page.walk',
    says: 'A page has at most 40 items, and always shows hasNextPage as false',
    by: (page) => (items, asked) => {
      if (asked.first === undefined || asked.first <= 40) return page(items, asked)
      return { ...page(items, { ...asked, first: 40 }), hasNextPage: false }
    },
  },
  'end-cursor-of-a-later-page': {
    breaks: 'page.end-cursor.last-item',
    says: 'The endCursor of a page after a cursor is the cursor of its first item',
    gives: (whole, _items, { cursor, last }) =>
      cursor === undefined || last !== undefined ? whole : { ...whole, endCursor: whole.startCursor },
  },
  'start-cursor-of-a-page-backwards': {
    breaks: 'page.start-cursor.first-item',
    says: 'The startCursor of a backward page is the cursor of its last item',
    gives: (whole, _items, { last }) =>
      last === undefined ? whole : { ...whole, startCursor: whole.endCursor },
  },
})
