import type { Session } from '../../src/check/session.ts'
import { type Answer, isRefused } from '../../src/http/answers/answer.ts'
import { idsIn, type List, type ListPage, listPage, pageIn } from '../support/walk.ts'
import { type CursorEnd, claimsOf, claimsOfCursor, type PlacedPage } from './pages.ts'
import { shownIn } from './whole-list.ts'

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
export interface SeenCursor {
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

/**
 * The most pages that are requested to reach the cursor of an item, because a server may show fewer items than
 * requested.
 */
const mostReached = 4

/** Returns a key that is equal for equal pages. */
export const keyOf = ({ direction, count, item, uncounted, follow }: PlacedPage): string =>
  [direction, uncounted ? 'uncounted' : count, item, follow].join(' ')

/** State of a trial: the list, and what its pages have shown so far. */
export interface KnownList {
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

export const least = ({ session }: KnownList): number => session.target.profile.pageSize.minimum

export const ask = async (
  { session, list }: KnownList,
  asked: PlacedPage,
  cursor?: string,
): Promise<TriedList> => {
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

/** Returns true if the cursor that led to a page was seen only on pages that were requested with another number of items. */
export const isResized = ({ seenCursors }: KnownList, { asked, cursor, of }: TriedList): boolean =>
  cursor !== undefined &&
  !of &&
  seenCursors.every(({ text, on }) => text !== cursor || on.count !== asked.count)

/** Returns true if a cursor leads on from its item. */
export const leads = async (known: KnownList, seenCursor: SeenCursor): Promise<boolean> => {
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
export const leadsBack = async (known: KnownList, item: number, text: string): Promise<boolean> => {
  const { page } = await ask(known, { direction: 'backwards', count: least(known), item }, text)
  const isRight = page !== undefined && idsIn(page).includes(known.whole[item - 1] ?? '')
  if (isRight) leadsOn(known, item, text)
  return isRight
}

export const cursorOf = async (known: KnownList, item: number): Promise<string | undefined> => {
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

export const pageOf = async (known: KnownList, asked: PlacedPage): Promise<TriedList | undefined> => {
  const { tried, ahead, seenCursors } = known
  const had = tried.get(keyOf(asked))
  if (had) return had
  const { follow, ...without } = asked
  if (follow === undefined) {
    const cursor = asked.item === undefined ? undefined : await cursorOf(known, asked.item)
    if (asked.item !== undefined && cursor === undefined) return undefined
    const one = ahead.get(keyOf(asked))
    const isMeant = one !== undefined && one.cursor === cursor
    const shown = isMeant ? one : await ask(known, asked, cursor)
    return tried.get(keyOf(asked)) ?? keep(known, await withOtherCursor(known, shown))
  }
  await pageOf(known, without)
  const seen = seenCursors.find(({ on, end }) => end === follow && keyOf(on) === keyOf(without))
  if (seen) await leads(known, seen)
  return tried.get(keyOf(asked))
}

/**
 * Requests a refused page again with other cursors of its item, because a cursor may serve only once or in one direction.
 * The first is a cursor that was seen on that side of a page, the second a new one.
 */
const withOtherCursor = async (known: KnownList, refused: TriedList): Promise<TriedList> => {
  const { asked, cursor, answer } = refused
  const { item, direction } = asked
  if (item === undefined || !isRefused(answer)) return refused
  const side = direction === 'forwards' ? 'endCursor' : 'startCursor'
  const seen = known.seenCursors.findLast((one) => one.item === item && one.end === side)?.text
  for (const other of [async () => seen, () => newCursorOf(known, item)]) {
    const text = await other()
    const one = text === undefined || text === cursor ? refused : await ask(known, asked, text)
    if (one.page) return one
  }
  return refused
}

/** Requests the list up to the item, if a page may have that many items, and returns the endCursor. */
const newCursorOf = async (known: KnownList, item: number): Promise<string | undefined> => {
  if (item + 1 > known.most) return undefined
  const { page } = await ask(known, { direction: 'forwards', count: item + 1 })
  return page && idsIn(page).at(-1) === known.whole[item] ? page.endCursor : undefined
}
