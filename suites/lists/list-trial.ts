import { forEachConcurrently } from '../../src/check/concurrently.ts'
import type { Session } from '../../src/check/session.ts'
import { idsIn, type List } from '../support/walk.ts'
import {
  ask,
  cursorOf,
  isResized,
  type KnownList,
  keyOf,
  leads,
  leadsBack,
  least,
  pageOf,
  type SeenCursor,
  type TriedList,
} from './known-list.ts'
import { claimsOfCursor, type PlacedPage, predict } from './pages.ts'
import type { WholeList } from './whole-list.ts'

/** Limits for cursors that are followed although no case needs them: normal ones, and those that look odd. */
const mostFollowed = 12
const mostOdd = 30

export interface ListTrial {
  tried: () => readonly TriedList[]
  /** Requests a page unless it was tried before. Undefined if no cursor leads to it. */
  page: (asked: PlacedPage) => Promise<TriedList | undefined>
  /** Requests pages one after the other. Their cursors are looked for before, and pages requested ahead, side by side. */
  pages: (asked: readonly PlacedPage[]) => Promise<void>
  /** Follows cursors that were seen but not followed yet. */
  followOthers: () => Promise<void>
  /**
   * Returns true if the cursor that led to a page still leads to the items after its own item, or before the last one. For
   * the page after a cursor: if that cursor, shown anew, leads to a wrong page again. The first one may have expired.
   */
  isReproducible: (tried: TriedList) => Promise<boolean>
  /**
   * Returns true if a page was refused whose cursor may serve only with the number of items that its own page was requested
   * with, because no page shows that the server accepts another number.
   */
  mayBeSized: (refused: TriedList) => boolean
}

/** Creates a trial of the pages of a list whose items are all known. */
export function createTrial(session: Session, list: List, { ids: whole, most }: WholeList): ListTrial {
  const known: KnownList = {
    session,
    list,
    whole,
    most,
    tried: new Map(),
    seenCursors: [],
    leading: new Map(),
    followed: new Set(),
    ahead: new Map(),
  }
  return {
    tried: () => [...known.tried.values()],
    page: (asked) => pageOf(known, asked),
    pages: (asked) => pagesOf(known, asked),
    followOthers: () => followOthers(known),
    isReproducible: (tried) => isReproducible(known, tried),
    mayBeSized: (refused) =>
      isResized(known, refused) &&
      ![...known.tried.values()].some((one) => one.page && isResized(known, one)),
  }
}

const isNew = ({ tried, ahead }: KnownList, asked: PlacedPage): boolean =>
  !tried.has(keyOf(asked)) && !ahead.has(keyOf(asked))

const askAhead = async (known: KnownList, wanted: readonly PlacedPage[]): Promise<void> => {
  const { session, leading, ahead } = known
  const possible = wanted.filter(
    (asked) =>
      isNew(known, asked) &&
      asked.follow === undefined &&
      (asked.item === undefined || leading.has(asked.item)),
  )
  const distinct = [...new Map(possible.map((asked) => [keyOf(asked), asked])).values()]
  await forEachConcurrently(session, distinct, async (_, asked) => {
    const cursor = asked.item === undefined ? undefined : leading.get(asked.item)
    ahead.set(keyOf(asked), await ask(known, asked, cursor))
  })
}

const pagesOf = async (known: KnownList, wanted: readonly PlacedPage[]): Promise<void> => {
  let isReached = false
  for (const [place, asked] of wanted.entries()) {
    const left = wanted.slice(place)
    if (!isReached && asked.item !== undefined && !known.leading.has(asked.item)) {
      await reach(known, left)
      isReached = true
    }
    if (isNew(known, asked)) await askAhead(known, left)
    await pageOf(known, asked)
  }
}

/** Looks for the cursors of all items that these pages begin at, side by side. */
const reach = async (known: KnownList, wanted: readonly PlacedPage[]): Promise<void> => {
  const items = new Set(
    wanted.flatMap(({ item }) => (item === undefined || known.leading.has(item) ? [] : [item])),
  )
  await forEachConcurrently(known.session, [...items], async (_, item) => void (await cursorOf(known, item)))
}

/** Returns true for a cursor of another item, and for a new cursor although this server repeats its cursors. */
const isOdd = ({ leading, seenCursors }: KnownList, { text, item }: SeenCursor): boolean => {
  const isStable = [...leading.values()].some(
    (known) => seenCursors.filter((one) => one.text === known).length > 2,
  )
  const isOfAnother = [...leading].some(([other, known]) => known === text && other !== item)
  return isOfAnother || (isStable && leading.has(item))
}

const followOthers = async (known: KnownList): Promise<void> => {
  let [others, odd] = [mostFollowed, mostOdd]
  const chosen = new Map<string, SeenCursor>()
  const certainFirst = [...known.seenCursors].sort((a, b) => Number(a.isInDoubt) - Number(b.isInDoubt))
  for (const seenCursor of certainFirst) {
    const { item, text } = seenCursor
    const key = JSON.stringify([item, text])
    if (chosen.has(key) || known.leading.get(item) === text || known.followed.has(seenCursor)) continue
    if (isOdd(known, seenCursor) ? odd-- > 0 : others-- > 0) chosen.set(key, seenCursor)
  }
  await forEachConcurrently(
    known.session,
    [...chosen.values()],
    async (_, seenCursor) => void (await leads(known, seenCursor)),
  )
}

const isReproducible = async (known: KnownList, { asked, cursor, of }: TriedList): Promise<boolean> => {
  const { item } = asked
  if (of) return leadsAstray(known, asked, of)
  if (item === undefined || cursor === undefined) return true
  const after: PlacedPage = { direction: 'forwards', count: least(known), item }
  const again = await ask(known, after, cursor)
  if (!again.page) return item === known.whole.length - 1 && leadsBack(known, item, cursor)
  return predict(known.whole, after).items[0] === idsIn(again.page)[0]
}

/** Reads the page with the cursor again. Returns true if the cursor that it shows now leads to a wrong page, too. */
const leadsAstray = async (
  known: KnownList,
  { follow: _, ...on }: PlacedPage,
  of: NonNullable<TriedList['of']>,
): Promise<boolean> => {
  const led = on.item === undefined ? undefined : await cursorOf(known, on.item)
  const { page } = await ask(known, on, led)
  const ends = page ? idsIn(page) : []
  const cursor = page?.[of.end]
  const isShown = ends.at(of.end === 'startCursor' ? 0 : -1) === known.whole[of.item]
  if (!isShown || cursor === undefined) return false
  const next = await ask(known, { direction: 'forwards', count: least(known), item: of.item }, cursor)
  return next.page !== undefined && !claimsOfCursor(known.whole, of, idsIn(next.page)).held
}
