import { forEachConcurrently } from '../../src/check/concurrently.ts'
import type { Session } from '../../src/check/session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { idsIn, type List, type ListPage, listPage, pageIn } from '../support/walk.ts'
import { type CursorEnd, claimsOf, claimsOfCursor, type PlacedPage, predict } from './pages.ts'
import { shownIn, type WholeList } from './whole-list.ts'

/** A tried page, or the page after one of its cursors. */
export interface TriedList {
  asked: PlacedPage
  answer: Answer
  /** The page, or undefined if the server showed none. */
  page?: ListPage
  /** The cursor that led to the page. */
  cursor?: string
  /** The place where the cursor was seen, if this is the page after a cursor. */
  of?: { item: number; end: CursorEnd; isInDoubt: boolean }
}

/** A cursor as a page shows it, and the item that it has to be of. */
interface SeenCursor {
  text: string
  item: number
  end: CursorEnd
  /**
   * Is true for the cursor of a page with a single item, until another cursor is known to lead on from that item. Until
   * then, a wrong next page may be the fault of either the cursor or that page.
   */
  isInDoubt: boolean
  on: PlacedPage
}

/** Limits for cursors that are followed although no case needs them: normal ones, and those that look odd. */
const mostFollowed = 12
const mostOdd = 30

/**
 * The most pages that are requested to reach the cursor of an item, because a server may show fewer items than
 * requested.
 */
const mostReached = 4

/** Returns a key that is equal for equal pages. */
const keyOf = ({ direction, count, item, uncounted, follow }: PlacedPage): string =>
  [direction, uncounted ? 'uncounted' : count, item, follow].join(' ')

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
}

/** State of a trial: the list, and what its pages have shown so far. */
interface KnownList {
  session: Session
  list: List
  whole: readonly string[]
  most: number
  tried: Map<string, TriedList>
  seenCursors: SeenCursor[]
  /** The cursor that was seen to lead on from an item, by the place of the item. */
  leading: Map<number, string>
  followed: Set<SeenCursor>
  /** Pages that were requested ahead and not looked at yet. */
  ahead: Map<string, TriedList>
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
  }
}

const least = ({ session }: KnownList): number => session.target.profile.pageSize.minimum

const ask = async ({ session, list }: KnownList, asked: PlacedPage, cursor?: string): Promise<TriedList> => {
  const count = asked.direction === 'forwards' ? { first: asked.count } : { last: asked.count }
  const by = cursor === undefined ? {} : { cursor }
  const answer = await session.send(listPage(session, list, { ...(asked.uncounted ? {} : count), ...by }))
  const page = pageIn(answer)
  return { asked, answer, ...by, ...(page ? { page } : {}) }
}

const keep = (known: KnownList, one: TriedList): TriedList => {
  known.tried.set(keyOf(one.asked), one)
  if (one.page && !one.of && areRight(known, one.asked, one.page)) see(known, one.asked, one.page)
  return one
}

const areRight = ({ whole }: KnownList, asked: PlacedPage, page: ListPage): boolean =>
  claimsOf(whole, asked, shownIn(page)).every(
    ({ held, requirement }) => held || requirement.startsWith('page.has'),
  )

const see = ({ whole, leading, seenCursors }: KnownList, on: PlacedPage, page: ListPage): void => {
  const ids = idsIn(page)
  for (const end of ['startCursor', 'endCursor'] as const) {
    const item = whole.indexOf(ids.at(end === 'startCursor' ? 0 : -1) ?? '')
    const text = page[end]
    const isInDoubt = ids.length === 1 && !leading.has(item)
    if (text !== undefined && item >= 0) seenCursors.push({ text, item, end, isInDoubt, on })
  }
}

const leadsOn = ({ leading, seenCursors }: KnownList, item: number, text: string): void => {
  leading.set(item, text)
  for (const seenCursor of seenCursors.filter((one) => one.item === item && one.text !== text))
    seenCursor.isInDoubt = false
}

/** Returns true if a cursor leads on from its item. */
const leads = async (known: KnownList, seenCursor: SeenCursor): Promise<boolean> => {
  const { whole, leading, followed } = known
  const { text, item, on, end } = seenCursor
  if (leading.get(item) === text) return true
  if (followed.has(seenCursor)) return false
  followed.add(seenCursor)
  const asked: PlacedPage = { direction: 'forwards', count: least(known), item }
  const shown = await ask(known, asked, text)
  if (!shown.page) return item === whole.length - 1 && leadsBack(known, item, text)
  keep(known, { ...shown, asked: { ...on, follow: end }, of: seenCursor })
  if (!claimsOfCursor(whole, seenCursor, idsIn(shown.page)).held) return false
  leadsOn(known, item, text)
  keep(known, shown)
  return true
}

/** Judges the cursor of the last item by the page before it, if the server refuses a page past the end. */
const leadsBack = async (known: KnownList, item: number, text: string): Promise<boolean> => {
  const { page } = await ask(known, { direction: 'backwards', count: least(known), item }, text)
  const isRight = page !== undefined && idsIn(page).includes(known.whole[item - 1] ?? '')
  if (isRight) leadsOn(known, item, text)
  return isRight
}

const cursorOf = async (known: KnownList, item: number): Promise<string | undefined> => {
  const { leading, seenCursors, most } = known
  for (let reached = 0; reached < mostReached; reached++) {
    if (leading.has(item)) return leading.get(item)
    for (const seenCursor of seenCursors.filter((one) => one.item === item))
      if (await leads(known, seenCursor)) return seenCursor.text
    const near = Math.max(-1, ...[...leading.keys()].filter((other) => other < item))
    const count = Math.max(least(known), Math.min(item - near, most))
    const between: PlacedPage = { direction: 'forwards', count, ...(near < 0 ? {} : { item: near }) }
    if (!(await pageOf(known, between))?.page) return
  }
  return undefined
}

const pageOf = async (known: KnownList, asked: PlacedPage): Promise<TriedList | undefined> => {
  const { tried, ahead, seenCursors } = known
  const had = tried.get(keyOf(asked))
  if (had) return had
  const { follow, ...without } = asked
  if (follow === undefined) {
    const cursor = asked.item === undefined ? undefined : await cursorOf(known, asked.item)
    if (asked.item !== undefined && cursor === undefined) return undefined
    const one = ahead.get(keyOf(asked))
    const isMeant = one !== undefined && one.cursor === cursor
    return tried.get(keyOf(asked)) ?? keep(known, isMeant ? one : await ask(known, asked, cursor))
  }
  await pageOf(known, without)
  const seen = seenCursors.find(({ on, end }) => end === follow && keyOf(on) === keyOf(without))
  if (seen) await leads(known, seen)
  return tried.get(keyOf(asked))
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
