/**
 * A request for a page of a list: a number of items after the item at a place of the whole list, or before it. Places
 * count from 0.
 */
export interface PlacedPage {
  direction: 'forwards' | 'backwards'
  count: number
  /** The place of the item. Undefined for a page from the beginning of the list. */
  item?: number
  /** Set if the request leaves the number of items to the server. */
  uncounted?: true
  /** Set if the page after the first or last item of this page is looked at instead. */
  follow?: CursorEnd
}

export type CursorEnd = 'startCursor' | 'endCursor'

/** The page that the interface requires, once the whole list is known. */
export interface Prediction {
  /** The items in the order of the list. */
  items: readonly string[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  /** The items that the cursors belong to. The interface does not say what a cursor looks like. */
  startCursor: string | undefined
  endCursor: string | undefined
}

/**
 * Predicts a page with this number of items. A server may show fewer items than requested: those next to the cursor.
 */
export function predict(
  whole: readonly string[],
  { direction, count, item }: PlacedPage,
  held: number = count,
): Prediction {
  const isForwards = direction === 'forwards'
  const from = isForwards ? (item ?? -1) + 1 : Math.max(0, (item ?? whole.length) - held)
  const end = isForwards ? Math.min(whole.length, from + held) : (item ?? whole.length)
  const items = whole.slice(from, end)
  return {
    items,
    hasNextPage: end < whole.length,
    hasPreviousPage: from > 0,
    startCursor: items.at(0),
    endCursor: items.at(-1),
  }
}

/** A page as the server showed it. */
export interface ShownPage {
  ids: readonly string[]
  hasNextPage: unknown
  hasPreviousPage: unknown
}

/** The way in which this server shows backward pages, where the interface leaves it open. */
export interface BackwardStyle {
  /** Is true if backward pages show their items in the opposite order. */
  turned: boolean
  /** The flag that says whether anything comes before a backward page. */
  tells: 'hasNextPage' | 'hasPreviousPage'
}

/** A claim about one requirement. If it is broken, the same cause may also break `others`. */
export interface PageClaim {
  requirement: string
  others?: readonly string[]
  held: boolean
  want: string
  got: string
}

const anEmptyPage = 'no items'

const inWords = (whole: readonly string[], ids: readonly string[]): string => {
  const places = ids.map((id) => whole.indexOf(id))
  if (places.length === 0) return anEmptyPage
  const isRun = places.every(
    (place, index) => place >= 0 && (index === 0 || place - (places[index - 1] ?? 0) === 1),
  )
  const [first = 0, last = 0] = [places.at(0), places.at(-1)]
  if (places.length > 1 && isRun) return `items ${first} to ${last}`
  const named = places.map((place) => (place < 0 ? 'another' : place))
  const shown = named.length > 12 ? [...named.slice(0, 12), '…'] : named
  return `item${places.length > 1 ? 's' : ''} ${shown.join(', ')}`
}

/** Describes the items that a page has to hold, for a report. */
const wanted = (whole: readonly string[], asked: PlacedPage): string =>
  `${inWords(whole, predict(whole, asked).items)} of ${whole.length}, counted from 0`

/** Returns the claims that a page shows. Its flags count only if its items are right. */
export function claimsOf(
  whole: readonly string[],
  asked: PlacedPage,
  page: ShownPage,
  style?: BackwardStyle,
): PageClaim[] {
  const { ids } = page
  const isForwards = asked.direction === 'forwards'
  const count: PageClaim = {
    requirement: isForwards ? 'list.first' : 'list.last',
    held: ids.length <= asked.count,
    want: `at most ${asked.count} items`,
    got: `${ids.length} items`,
  }
  const broken = brokenBy(whole, asked, ids, style)
  const want = wanted(whole, asked)
  if (broken) {
    const [requirement, ...others] = broken
    return [count, { requirement, others, held: false, want, got: inWords(whole, ids) }]
  }
  const held = requirementsOf(asked, ids).map((requirement) => ({ requirement, held: true, want, got: want }))
  return [count, ...held, ...flagsOf(whole, asked, page, style)]
}

type Requirements = readonly [string, ...string[]]

/** Returns the requirements that the items of a page break, the likeliest first, or undefined if they are right. */
const brokenBy = (
  whole: readonly string[],
  asked: PlacedPage,
  ids: readonly string[],
  style: BackwardStyle | undefined,
): Requirements | undefined => {
  const { items } = predict(whole, asked, ids.length)
  const isTurned = asked.direction === 'backwards' && (style?.turned ?? isSame(ids.toReversed(), items))
  if (isSame(isTurned ? ids.toReversed() : ids, items)) {
    const isMissing = ids.length === 0 && predict(whole, asked).items.length > 0
    return isMissing ? leftOut(asked) : undefined
  }
  if (ids.some((id) => !whole.includes(id))) return ['list.complete']
  if (isSame([...ids].sort(), [...items].sort())) return ['page.items.order']
  return asked.direction === 'backwards' ? ['list.backwards'] : brokenForwards(whole, asked, ids)
}

const leftOut = ({ direction }: PlacedPage): Requirements =>
  direction === 'forwards' ? ['list.gapless'] : ['list.backwards']

const brokenForwards = (
  whole: readonly string[],
  { item = -1 }: PlacedPage,
  ids: readonly string[],
): Requirements => {
  // No earlier page exists, so no cursor leads to the item that this page leaves out.
  if (item < 0 && ids[0] !== whole[0] && isSame(ids, whole.slice(1, ids.length + 1)))
    return ['list.complete', 'list.gapless']
  const places = ids.map((id) => whole.indexOf(id))
  if (places.some((place) => place < item)) return ['list.cursor']
  // A repeated item 0 has two possible causes: a duplicate, or a page from the beginning of the list.
  if (places.includes(item))
    return item === 0 ? ['list.no-duplicates', 'list.cursor'] : ['list.no-duplicates']
  if (new Set(ids).size < ids.length) return ['list.no-duplicates']
  return ['list.gapless']
}

const requirementsOf = ({ direction, item }: PlacedPage, ids: readonly string[]): string[] => [
  ...(ids.length > 1 ? ['page.items.order'] : []),
  ...(direction === 'forwards'
    ? ['list.complete', 'list.gapless', 'list.no-duplicates']
    : ['list.backwards']),
  ...(direction === 'forwards' && item !== undefined ? ['list.cursor'] : []),
]

/** Judges the flags of a page. The flags of an empty page say nothing about what is before it. */
const flagsOf = (
  whole: readonly string[],
  asked: PlacedPage,
  page: ShownPage,
  style: BackwardStyle | undefined,
): PageClaim[] => {
  const right = predict(whole, asked, page.ids.length)
  const isEmpty = page.ids.length === 0 && asked.item !== undefined
  const claim = (requirement: string, flag: BackwardStyle['tells'], want: boolean): PageClaim[] =>
    typeof page[flag] === 'boolean'
      ? [{ requirement, held: page[flag] === want, want: `${flag} ${want}`, got: `${flag} ${page[flag]}` }]
      : []
  if (asked.direction === 'backwards') {
    if (!style || isEmpty) return []
    const other = style.tells === 'hasNextPage' ? 'hasPreviousPage' : 'hasNextPage'
    const isOnlyCursorBehind = asked.item === whole.length - 1
    return [
      ...claim('page.flags.backwards', style.tells, right.hasPreviousPage),
      ...(isOnlyCursorBehind ? [] : claim('page.flags.backwards.behind', other, right.hasNextPage)),
    ]
  }
  return [
    ...claim('page.has-next-page.walk', 'hasNextPage', right.hasNextPage),
    ...(isEmpty ? [] : claim('page.has-previous-page.walk', 'hasPreviousPage', right.hasPreviousPage)),
  ]
}

/**
 * Judges a cursor of `item`, seen at an `end` of a page, by the item after it. The cursor is in doubt if its page has a
 * single item, so that no other item of the page can own it, and no other cursor of the item is known to lead on.
 */
export function claimsOfCursor(
  whole: readonly string[],
  { item, end, isInDoubt }: { item: number; end: CursorEnd; isInDoubt: boolean },
  ids: readonly string[],
): PageClaim {
  const own = end === 'startCursor' ? 'page.start-cursor.first-item' : 'page.end-cursor.last-item'
  const after: PlacedPage = { direction: 'forwards', count: 1, item }
  const want = `${wanted(whole, after)}, as ${end} is of item ${item}`
  const got = inWords(whole, ids)
  const [first] = ids
  if (isSame(ids.slice(0, 1), predict(whole, after).items)) return { requirement: own, held: true, want, got }
  const place = first === undefined ? undefined : whole.indexOf(first)
  const [requirement, ...others] = misleading(own, place, item, isInDoubt)
  return { requirement, others, held: false, want, got }
}

const misleading = (
  own: string,
  place: number | undefined,
  item: number,
  isInDoubt: boolean,
): Requirements => {
  if (place === -1) return ['list.complete']
  if (place === item) {
    const again: Requirements = item === 0 ? ['list.no-duplicates', 'list.cursor'] : ['list.no-duplicates']
    return isInDoubt ? [...again, own] : [own, ...again]
  }
  if (place === 0) return ['list.cursor', own]
  return isInDoubt ? ['list.gapless', own] : [own, 'list.gapless']
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

/** Returns how a server lists backwards, by most of the pages that it showed. */
export function backwardStyleIn(
  whole: readonly string[],
  pages: ReadonlyArray<{ asked: PlacedPage; page: ShownPage }>,
): BackwardStyle {
  const backwards = pages.filter(
    ({ asked: { direction }, page: { ids } }) => direction === 'backwards' && ids.length > 0,
  )
  const several = backwards.filter(({ page: { ids } }) => ids.length > 1)
  const turned = several.filter(({ asked, page: { ids } }) =>
    isSame(ids.toReversed(), predict(whole, asked, ids.length).items),
  )
  const telling = (flag: BackwardStyle['tells']): number =>
    backwards.filter(
      ({ asked, page }) => page[flag] === predict(whole, asked, page.ids.length).hasPreviousPage,
    ).length
  return {
    turned: turned.length > several.length / 2,
    tells: telling('hasNextPage') > telling('hasPreviousPage') ? 'hasNextPage' : 'hasPreviousPage',
  }
}
