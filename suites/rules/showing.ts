import { jsonSent, type Seen } from '../../src/check/kinds/passive.ts'
import { isObject } from '../../src/core/json.ts'
import { dateOf } from '../../src/http/answers/server-date.ts'
import { listLag } from '../support/listed.ts'

/** An exchange that showed a resource: when it happened, and whether it was a list. */
export interface Showing {
  number: number
  sent: number
  received: number
  /** The time of the request, in milliseconds of the local clock. */
  asked: number
  answered: number
  /** The time of the response by its Date, or by the local clock if it has none. */
  date: number
  isList: boolean
  /** The updatedAt of the shown resource, in milliseconds. */
  updatedAt?: number | undefined
  /** Is true if the request was to pay a quote. */
  isFromQuote: boolean
  /** The members of the metadata that the request sent, if it created the resource. All others are the server's own. */
  members?: readonly string[]
}

export function showingIn(seen: Seen): Showing {
  const { number, operation, sent, received, at, milliseconds, response } = seen.exchange
  const asked = Date.parse(at)
  const answered = asked + milliseconds
  const isList = operation?.startsWith('list-') ?? false
  const body = operation?.startsWith('create-') ? jsonSent(seen) : undefined
  return {
    number,
    sent,
    received,
    asked,
    answered,
    date: dateOf({ response }) || answered,
    isList,
    isFromQuote:
      operation === 'create-outgoing-payment' && isObject(body) && typeof body['quoteId'] === 'string',
    ...(isObject(body) && { members: Object.keys(Object(body['metadata'])) }),
  }
}

/** Returns true if one showing must show a state that is no older than that of another. */
export function isLater(one: Showing, than: Showing): boolean {
  if (one.sent < than.received) return false
  const mayLag = one.isList && (!than.isList || isOlder(one, than))
  return !mayLag || one.asked - than.answered >= listLag
}

/**
 * Returns true if a list may show an older state than an earlier list, because replicas that lag by different times serve
 * them. An older state has an earlier updatedAt.
 */
const isOlder = (one: Showing, than: Showing): boolean =>
  !(one.updatedAt !== undefined && than.updatedAt !== undefined && one.updatedAt >= than.updatedAt)
