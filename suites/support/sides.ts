import { nothingIfUnmet } from '../../src/check/needs/prerequisites.ts'
import type { Session } from '../../src/check/session.ts'
import type { Look, Side, SideView } from '../../src/check/subject.ts'
import { numberOf } from '../../src/core/amount.ts'
import { fieldsIn } from '../../src/http/draft.ts'
import { asAmount } from './fields.ts'
import { isSame } from './same.ts'
import { itemsOf, type List, type ListPage, mostPages, pageOf } from './walk.ts'

/**
 * The list of outgoing payments, for side-effect checks. A payment is recognised by its receiver or its quote, because
 * few payments go into the receivers of a run.
 */
export const listOfPayments: Side = {
  name: 'the list of outgoing payments',
  of: 'create-outgoing-payment',
  requirement: 'create-outgoing-payment.refused.nothing-created',
  requests: 2,
  open: () => lookingAt('list-outgoing-payments'),
  resembles: ({ target }, asked, shown) => {
    const body = fieldsIn(asked)
    const receiver = body[target.profile.directPayment.incomingPayment]
    if (typeof body['quoteId'] === 'string' && isSame(body['quoteId'], shown['quoteId'])) return true
    return typeof receiver === 'string' ? isSame(receiver, shown['receiver']) : true
  },
}

/** The list of incoming payments, for side-effect checks. */
export const listOfIncomingPayments: Side = {
  name: 'the list of incoming payments',
  of: 'create-incoming-payment',
  requirement: 'create-incoming-payment.refused.nothing-created',
  requests: 2,
  open: () => lookingAt('list-incoming-payments'),
  resembles: (_, asked, shown) => {
    const wanted = asAmount(fieldsIn(asked)['incomingAmount'])
    const came = asAmount(shown['incomingAmount'])
    // A server may show what was asked for in another asset in that of the wallet.
    return !wanted || !came || numberOf(wanted) === numberOf(came)
  },
}

/**
 * Reads a list until it shows the resource that was just made. A list that begins with the newest has another first
 * item than last time. It shows the new resource on its first page, or soon after if other checks have made more since.
 * Any other list is read from where it ended last time to where it ends now.
 */
const lookingAt = (list: List): Look => {
  let head: unknown
  let tail: string | undefined
  return async (session, made) => {
    const begin = await pageAt(session, list)
    if (!begin) return undefined
    const first = begin.items[0]?.['id']
    const growsAtItsEnd = first === head
    head = first
    if (isOn(begin, made)) return viewIn([begin])
    const pages = [begin]
    let cursor = growsAtItsEnd && tail !== undefined ? tail : nextOf(begin)
    for (let count = 1; cursor !== undefined && count < mostPages; count++) {
      const page = await pageAt(session, list, cursor)
      if (!page) return undefined
      pages.push(page)
      if (page.items.length > 0) tail = cursor
      if (!growsAtItsEnd && isOn(page, made)) break
      cursor = nextOf(page, cursor)
    }
    return viewIn(pages)
  }
}

const pageAt = (session: Session, list: List, cursor?: string): Promise<ListPage | undefined> =>
  pageOf(session, list, { first: session.target.profile.pageSize.maximum, cursor }).catch(nothingIfUnmet)

const isOn = ({ items }: ListPage, id: string): boolean => items.some((item) => item['id'] === id)

const nextOf = ({ hasNextPage, endCursor, items }: ListPage, before?: string): string | undefined =>
  hasNextPage === true && items.length > 0 && endCursor !== before ? endCursor : undefined

const viewIn = (pages: readonly ListPage[]): SideView | undefined => {
  const answer = pages.at(-1)?.answer
  return answer && { answer, shown: itemsOf(pages) }
}
