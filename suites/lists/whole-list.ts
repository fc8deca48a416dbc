import { serverNow } from '../../src/check/server-date.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { asMoment } from '../support/fields.ts'
import { listLag } from '../support/listed.ts'
import {
  idsIn,
  type List,
  type ListPage,
  listPage,
  mostPages,
  pageIn,
  pageOf,
  tooLong,
} from '../support/walk.ts'

/** All items of a list, in the order in which its longest pages show them. */
export interface WholeList {
  ids: readonly string[]
  items: ListPage['items']
  /** The most items that a page may be requested with. The server refuses more. */
  most: number
  /** The answer with its first page. */
  answer: Answer
}

/**
 * Reads a list to its end, and beyond the page that says that nothing follows, because a server may cut a list and not
 * say so. Repeated items are ignored.
 */
export async function readWhole(session: Session, list: List): Promise<WholeList> {
  const first = await pageOf(session, list, {
    cursor: undefined,
    first: session.target.profile.pageSize.maximum,
  })
  const most = first.asked
  if (most === undefined)
    throw new PreconditionFailed(
      'the server refuses every page size: if its page size is different, set profileOverrides.pageSize',
    )
  const items = new Map<string, ListPage['items'][number]>()
  let page: ListPage | undefined = first
  for (let number = 1; page; number++) {
    const before = items.size
    for (const item of page.items) {
      const { id } = item
      if (typeof id === 'string' && !items.has(id)) items.set(id, item)
    }
    if (items.size === before || page.endCursor === undefined) break
    if (number === mostPages) throw tooLong()
    const next: ListPage = page
    page = pageIn(await session.send(listPage(session, list, { cursor: page.endCursor, first: most })))
    if (!page && next.hasNextPage === true)
      throw new PreconditionFailed('a page with hasNextPage true has no next page')
  }
  return { ids: [...items.keys()], items: [...items.values()], most, answer: first.answer }
}

/** Returns true if both readings have the same items in the same order. */
export function isUnchanged(before: WholeList, after: WholeList): boolean {
  return before.ids.length === after.ids.length && before.ids.every((id, index) => after.ids[index] === id)
}

/** Returns true if the later reading has the same items in the same order, and more of them. */
export function hasGrown(before: WholeList, after: WholeList): boolean {
  const kept = after.ids.filter((id) => before.ids.includes(id))
  return after.ids.length > before.ids.length && isUnchanged(before, { ...after, ids: kept })
}

/**
 * Observes that each reading of a list has exactly the items of the one before, with all their fields, in another order.
 * Returns false if something else has changed.
 */
export function observesReordered(session: Session, read: readonly WholeList[]): boolean {
  const sorted = ({ items }: WholeList): string =>
    JSON.stringify(items.map((item) => JSON.stringify(item)).sort())
  const isReordered = (before: WholeList, after: WholeList): boolean =>
    !isUnchanged(before, after) && sorted(before) === sorted(after)
  const last = read.at(-1)
  if (!last || !read.slice(1).every((after, at) => isReordered(read[at] ?? after, after))) return false
  session.observe({
    requirement: 'page.items.order',
    outcome: 'broken',
    want: 'the same items in the same order each time the list is read',
    got: `the same ${last.ids.length} items in another order each time`,
    answer: last.answer,
  })
  return true
}

/** Waits until every replica may know all items of the list. Returns false if none of them was young. */
export async function untilOld(session: Session, { items }: WholeList, answer: Answer): Promise<boolean> {
  const youngest = items.reduce((last, { createdAt }) => Math.max(last, asMoment(createdAt) ?? 0), 0)
  const left = youngest + listLag - serverNow(session, answer)
  if (!(left > 0)) return false
  await session.time.own.wait(Math.min(left, listLag))
  return true
}

export function shownIn(page: ListPage) {
  return {
    ids: idsIn(page),
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
  }
}
