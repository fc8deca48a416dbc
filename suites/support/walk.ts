import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { isObject } from '../../src/core/json.ts'
import { onceFor } from '../../src/core/once.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Credential } from '../../src/target-file/target.ts'

export type List = 'list-outgoing-payments' | 'list-incoming-payments'

/** The list that a subject's request reads. */
export function listOf(draft: { operation?: string }): List {
  return draft.operation === 'list-incoming-payments' ? 'list-incoming-payments' : 'list-outgoing-payments'
}

/** A page of a list, as far as it can be read. */
export interface ListPage {
  answer: Answer
  items: Array<Record<string, unknown>>
  startCursor: string | undefined
  endCursor: string | undefined
  hasNextPage: unknown
  hasPreviousPage: unknown
}

interface AskedPages {
  walletAddress?: string
  token?: Credential
  cursor?: string
  first?: number
  last?: number
}

/** Drafts the GET of a page, with the names that the profile gives the parameters. */
export function listPage({ target }: Session, list: List, asked: AskedPages): RequestDraft {
  const { query } = target.profile
  const { walletAddress = target.walletAddress, token = target.tokens.full, cursor, first, last } = asked
  return {
    operation: list,
    method: 'GET',
    path: list === 'list-outgoing-payments' ? '/outgoing-payments' : '/incoming-payments',
    query: [
      [query.walletAddress, walletAddress],
      ...(cursor === undefined ? [] : [[query.cursor, cursor] as const]),
      ...(first === undefined ? [] : [[query.first, String(first)] as const]),
      ...(last === undefined ? [] : [[query.last, String(last)] as const]),
    ],
    ...(cursor === undefined ? {} : { given: [cursor] }),
    token,
  }
}

/** Drafts the GET of the first items of a list: of one item, unless `first` says otherwise. */
export function listFirst(session: Session, list: List, asked: AskedPages = {}): RequestDraft {
  return listPage(session, list, { first: 1, ...asked })
}

export function pageIn(answer: Answer): ListPage | undefined {
  const json = answer.response?.json
  if (!isAccepted(answer) || !isObject(json) || !Array.isArray(json['result'])) return undefined
  const pagination = isObject(json['pagination']) ? json['pagination'] : {}
  const items = json['result'].filter(isObject)
  /** An empty text is a cursor if something follows it. Elsewhere a server may write it in place of none. */
  const cursor = (name: string, isFollowed: unknown): string | undefined => {
    const value = pagination[name]
    return typeof value === 'string' && (value !== '' || isFollowed === true) ? value : undefined
  }
  return {
    answer,
    items,
    startCursor: cursor('startCursor', pagination['hasPreviousPage']),
    endCursor: cursor('endCursor', pagination['hasNextPage']),
    hasNextPage: pagination['hasNextPage'],
    hasPreviousPage: pagination['hasPreviousPage'],
  }
}

/** The most pages that a walk requests. A longer list is not walked to its end. */
export const mostPages = 1000

/** Options of a walk, which goes forwards from the beginning of the list by default. */
export interface WalkOptions {
  /** The cursor from which the walk goes forwards, instead of from the beginning of the list. */
  from?: string | undefined
  /** The cursor from which the walk goes backwards. */
  backwards?: string
  /** The token that the requests are sent with, instead of the full one. */
  token?: Credential | undefined
}

/** A page of a walk, and the most items that were requested. Undefined if that was left to the server. */
export interface WalkedPage extends ListPage {
  asked: number | undefined
}

/**
 * Walks the pages of a list, and requests `size(n)` items on the nth. Throws PreconditionFailed if the list cannot be
 * walked to its end.
 */
export function walk(
  session: Session,
  list: List,
  size: (page: number) => number,
  { from, backwards, token }: WalkOptions = {},
): AsyncGenerator<WalkedPage> {
  const ask = token
    ? { ...session, send: (draft: RequestDraft) => session.send({ ...draft, token }) }
    : session
  return backwards === undefined
    ? walkForwards(ask, list, size, from)
    : walkBackwards(ask, list, size, backwards)
}

/** Walks forwards as long as a page says that others follow. */
async function* walkForwards(
  session: Session,
  list: List,
  size: (page: number) => number,
  from: string | undefined,
): AsyncGenerator<WalkedPage> {
  let cursor = from
  for (let number = 0; number < mostPages; number++) {
    const page = await pageOf(session, list, { cursor, first: size(number) })
    yield page
    const next = page.endCursor
    if (page.hasNextPage !== true || next === undefined || next === cursor || page.items.length === 0) return
    cursor = next
  }
  throw tooLong()
}

export function tooLong(): PreconditionFailed {
  return new PreconditionFailed(`the list has more than ${mostPages} pages and was not read to its end`)
}

/**
 * Walks backwards as long as a page shows something new. The interface does not say which cursor of a backward page
 * leads on, nor which flag says that something follows. If startCursor leads back to items that were seen, endCursor is
 * tried, and the one that shows more is followed.
 */
async function* walkBackwards(
  session: Session,
  list: List,
  size: (page: number) => number,
  from: string,
): AsyncGenerator<WalkedPage> {
  const seen = new Set<string>()
  const newIn = (page: ListPage | undefined): number =>
    page ? idsIn(page).filter((id) => !seen.has(id)).length : 0
  let onwards: 'startCursor' | 'endCursor' = 'startCursor'
  const ask = (number: number, cursor: string) => pageOf(session, list, { cursor, last: size(number) })
  let page = await ask(0, from)
  yield page
  for (let number = 1; number < mostPages; number++) {
    for (const id of idsIn(page)) seen.add(id)
    let next = await following(page, page[onwards], (cursor) => ask(number, cursor))
    const isWhole = next !== undefined && newIn(next) > 0 && newIn(next) === idsIn(next).length
    if (!isWhole && onwards === 'startCursor') {
      const other = await following(page, page.endCursor, (cursor) => ask(number, cursor))
      if (newIn(other) > newIn(next)) {
        onwards = 'endCursor'
        next = other
      }
    }
    if (!next || newIn(next) === 0) return
    page = next
    yield page
  }
  throw tooLong()
}

/** Requests the page behind a cursor. If the page before says that nothing comes before it, a refusal is the end. */
const following = async (
  { hasPreviousPage }: ListPage,
  cursor: string | undefined,
  ask: (cursor: string) => Promise<WalkedPage>,
): Promise<WalkedPage | undefined> => {
  if (cursor === undefined) return undefined
  try {
    return await ask(cursor)
  } catch (error) {
    if (error instanceof PreconditionFailed && hasPreviousPage !== true) return undefined
    throw error
  }
}

type Count = { first: number } | { last: number }

/**
 * Counts that are tried after a refused one, each if it is smaller. The last attempt leaves the count to the server.
 */
const smallerCounts = [50, 20, 10, 5, 2, 1]

/** Counts that a target refused for a page that it showed when fewer items were requested. */
const refusedCounts = onceFor((_: Session['target']) => new Set<number>())

/**
 * Requests a page of a list. If it is refused or cannot be read, fewer items are requested, because a server does not
 * show its limits. Only a forward page can be requested without a count: nothing else says that the list is to go
 * backwards.
 */
export async function pageOf(
  session: Session,
  list: List,
  { cursor, ...count }: Count & { cursor: string | undefined },
): Promise<WalkedPage> {
  const refused = refusedCounts(session.target)
  const [name, wanted] =
    'first' in count ? (['first', count.first] as const) : (['last', count.last] as const)
  const fewer = smallerCounts.filter((smaller) => smaller < wanted)
  const candidates = [wanted, ...fewer].filter((asked) => !refused.has(asked))
  const tried: string[] = []
  const refusedNow: number[] = []
  for (const asked of name === 'first' ? [...candidates, undefined] : candidates) {
    const counted = asked === undefined ? {} : { [name]: asked }
    const answer = await session.send(
      listPage(session, list, { ...counted, ...(cursor === undefined ? {} : { cursor }) }),
    )
    const page = pageIn(answer)
    if (page) {
      for (const too of refusedNow) refused.add(too)
      return { ...page, asked }
    }
    tried.push(`${asked === undefined ? 'without a count' : `${name}=${asked}`}: ${answerInWords(answer)}`)
    if (asked !== undefined && isRefused(answer)) refusedNow.push(asked)
  }
  const [where, hint] =
    cursor === undefined ? ['', ''] : [' behind a cursor that it showed', 'accept the cursor, or ']
  const advice =
    refusedNow.length > 0 ? `: ${hint}if its page size is different, set profileOverrides.pageSize` : ''
  throw new PreconditionFailed(
    `the server returned no page of the list${where} (${tried.join('; ')})${advice}`,
  )
}

/** The items of a list, by id. */
export type Items = ReadonlyMap<string, Record<string, unknown>>

export function itemsOf(pages: readonly ListPage[]): Items {
  const items = pages.flatMap((page) => page.items)
  return new Map(items.flatMap((item) => (typeof item['id'] === 'string' ? [[item['id'], item]] : [])))
}

export function idsIn({ items }: ListPage): string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
