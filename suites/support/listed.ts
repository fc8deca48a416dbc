import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { isCutShort, watch } from '../../src/check/watch.ts'
import { asText } from '../../src/core/json.ts'
import { onceFor, onceForName } from '../../src/core/once.ts'
import { urlKey } from '../../src/core/urls.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { type List, walk } from './walk.ts'

/**
 * Milliseconds that a list may lag behind under load, because it may come from an index or a read replica. The single
 * get returns the latest state. The final state check reads the list once more, long after most payments came to rest.
 */
export const listLag = 5000

/** An item of a list, and the response with the page that shows it. */
export interface Listed {
  item: Record<string, unknown>
  answer: Answer
  /** True if the pages up to this one show the item twice. */
  isRepeated: boolean
}

/** The wanted items that the pages show, by id. */
export type Found = ReadonlyMap<string, Listed>

/** Two ways to look for items in a list. */
export interface Search {
  /** Reads both ends of the list, and all of it only if new items were found elsewhere before. */
  look: () => Promise<Found>
  /** Reads the list until all items are found. */
  everywhere: () => Promise<Found>
}

/** Searches of a list leave the cursor of the last page that they read, and whether new items are between its ends. */
interface Known {
  end?: string | undefined
  isScattered: boolean
}

/** Names a list as this token sees it. A server may show one client new items later than another. */
export function listSeenBy(list: List, token: Credential | undefined): string {
  return token ? `${list} with ${token.name}` : list
}

const known = onceFor((_: Session['target']) => onceForName((_list): Known => ({ isScattered: false })))

/** The most pages that one look reads at the end of a list. The next one goes on from there. */
const mostPages = 500

/** The most pages that one look reads at the beginning, or where an item was before: newer ones may stand before it. */
const nearPages = 5

/** A search, and where its items were. */
interface Sought {
  session: Session
  list: List
  token: Credential | undefined
  /** The ids of the items by their keys. */
  wanted: ReadonlyMap<string, string>
  /** What all searches of the list know of it. */
  of: Known
  /** The cursors of the pages that showed one of the items. The first page has none. */
  shownAt: Set<string | undefined>
}

/**
 * Searches a list for new items. The interface leaves open at which end of a list they are, and a list may have
 * hundreds of pages.
 */
export function searchFor(session: Session, list: List, ids: readonly string[], token?: Credential): Search {
  const of = known(session.target)(listSeenBy(list, token))
  const wanted = new Map(ids.map((id) => [urlKey(id), id]))
  const sought: Sought = { session, list, token, wanted, of, shownAt: new Set() }
  let atEnds = 0
  return {
    look: async () => {
      const found = new Map<string, Listed>()
      await lookAtEnds(sought, found)
      atEnds = found.size
      if (of.isScattered) await readAll(sought, found)
      return found
    },
    everywhere: async () => {
      const found = new Map<string, Listed>()
      await readAll(sought, found)
      if (found.size > atEnds) of.isScattered = true
      return found
    },
  }
}

/** Reads the pages where an item was before, then the beginning of the list, and then its end. */
const lookAtEnds = async (sought: Sought, found: Map<string, Listed>): Promise<void> => {
  const { of, shownAt } = sought
  for (const cursor of [...shownAt])
    if (cursor !== undefined) await readBehind(sought, found, cursor, nearPages)
  const isNear = of.end !== undefined && !shownAt.has(undefined)
  await read(sought, found, undefined, isNear ? nearPages : mostPages)
  if (of.end !== undefined) await readBehind(sought, found, of.end, mostPages)
}

const readAll = (sought: Sought, found: Map<string, Listed>): Promise<void> =>
  read(sought, found, undefined, Number.POSITIVE_INFINITY)

/** Reads up to `most` pages, until all items are found. */
const read = async (
  { session, list, token, wanted, of, shownAt }: Sought,
  found: Map<string, Listed>,
  from: string | undefined,
  most: number,
): Promise<void> => {
  const seen = new Set<string>()
  const isAll = (): boolean => found.size === wanted.size
  if (isAll()) return
  let cursor = from
  let left = most
  const size = () => session.target.profile.pageSize.maximum
  for await (const { items, answer, endCursor } of walk(session, list, size, { from, token })) {
    if (most > nearPages) of.end = cursor
    for (const item of items) {
      const id = wanted.get(urlKey(asText(item['id'])))
      if (id === undefined) continue
      found.set(id, { item, answer, isRepeated: seen.has(id) })
      seen.add(id)
      shownAt.add(cursor)
    }
    if (isAll() || --left === 0) return
    cursor = endCursor
  }
}

/** Reads the pages behind a cursor. A server may refuse one that is old. */
const readBehind = async (
  sought: Sought,
  found: Map<string, Listed>,
  cursor: string,
  most: number,
): Promise<void> => {
  try {
    await read(sought, found, cursor, most)
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error
    sought.of.end = undefined
    sought.shownAt.clear()
  }
}

/**
 * Watches a list until it shows all items with these ids as `isDone` wants them, because an index may lag, or until
 * settleTimeout has passed. Only then is the whole list read for what is missing. A wait that was cut short because
 * earlier items never came to be as wanted says nothing about missing items, so those are waited for again.
 */
export async function watchListed(
  session: Session,
  list: List,
  ids: readonly string[],
  {
    isDone,
    token,
    kind = listSeenBy(list, token),
  }: { isDone?: (found: Found) => boolean; kind?: string; token?: Credential | undefined } = {},
): Promise<Found> {
  const { look, everywhere } = searchFor(session, list, ids, token)
  const isAll = (found: Found): boolean => ids.every((id) => found.has(id))
  const ofList = listSeenBy(list, token)
  const isShort = kind !== ofList && isCutShort(session, kind)
  const first = await watch(session, look, (seen) => isAll(seen) && (!isDone || isDone(seen)), kind)
  const found = isShort && !isAll(first) ? await watch(session, look, isAll, ofList) : first
  return isAll(found) ? found : everywhere()
}
