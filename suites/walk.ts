import { isObject } from '../src/check/resource.ts'
import type { Session } from '../src/check/session.ts'
import type { Credential, Signing } from '../src/target/target.ts'
import { type Answer, isAccepted } from '../src/wire/answer.ts'
import type { Draft } from '../src/wire/draft.ts'

export type List = 'list-outgoing-payments' | 'list-incoming-payments'

/** The list that a subject's request is of. */
export const listOf = (draft: { operation?: string }): List =>
  draft.operation === 'list-incoming-payments' ? 'list-incoming-payments' : 'list-outgoing-payments'

/** One page of a list, as far as it can be read. */
export interface Page {
  answer: Answer
  items: Array<Record<string, unknown>>
  startCursor: string | undefined
  endCursor: string | undefined
  hasNextPage: unknown
  hasPreviousPage: unknown
}

interface Asked {
  walletAddress?: string
  token?: Credential
  cursor?: string
  first?: number
  last?: number
}

/** GET of a page, under the names that the profile gives the parameters. */
export const listPage = ({ target }: Session, list: List, asked: Asked): Draft => {
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

export const pageIn = (answer: Answer): Page | undefined => {
  const json = answer.response?.json
  if (!isAccepted(answer) || !isObject(json) || !Array.isArray(json['result'])) return undefined
  const pagination = isObject(json['pagination']) ? json['pagination'] : {}
  const items = json['result'].filter(isObject)
  /** An empty one leads nowhere. */
  const cursor = (name: string): string | undefined => {
    const value = pagination[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    answer,
    items,
    startCursor: cursor('startCursor'),
    endCursor: cursor('endCursor'),
    hasNextPage: pagination['hasNextPage'],
    hasPreviousPage: pagination['hasPreviousPage'],
  }
}

/** No walk asks for more pages than this; a list that goes on is not walked to its end. */
export const mostPages = 100

/** How a list is walked: forwards from its beginning, unless said otherwise. */
export interface Way {
  /** Backwards from this cursor. */
  backwards?: string
  /** As another client. */
  as?: { token: Credential; signing: Signing }
}

/**
 * The pages of a list while it goes on, `size(n)` items asked for on the nth. Which end of a page that is listed
 * backwards leads on is open: where the one leads to items that were there before, it is the other.
 */
export async function* walk(
  session: Session,
  list: List,
  size: (page: number) => number,
  { backwards, as }: Way = {},
): AsyncGenerator<Page> {
  let cursor = backwards
  let onwards: 'startCursor' | 'endCursor' = backwards === undefined ? 'endCursor' : 'startCursor'
  let before = new Set<string>()
  for (let number = 0; number < mostPages; number++) {
    const count = backwards === undefined ? { first: size(number) } : { last: size(number) }
    const draft = listPage(session, list, { ...count, ...(cursor === undefined ? {} : { cursor }) })
    const page = pageIn(await session.send({ ...draft, ...as }))
    if (!page) return
    yield page
    if (backwards !== undefined && idsIn(page).some((id) => before.has(id))) onwards = 'endCursor'
    before = new Set(idsIn(page))
    const next = page[onwards]
    const goesOn = backwards === undefined ? page.hasNextPage : page.hasPreviousPage
    if (goesOn !== true || next === undefined || next === cursor || page.items.length === 0) return
    cursor = next
  }
}

export const idsIn = ({ items }: Page): string[] =>
  items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
