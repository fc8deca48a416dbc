import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, fieldsShown } from '../../src/http/answers/shown.ts'
import { type Found, type Listed, watchListed } from '../support/listed.ts'
import { getIncomingPayment, isReadable } from '../support/requests.ts'
import { isSame } from '../support/same.ts'
import { type ListPage, listPage, pageIn } from '../support/walk.ts'
import { expectSame } from './compare.ts'
import { expectOf, type Here, type SequencePlace } from './service.ts'

export async function listIncoming(at: SequencePlace): Promise<void> {
  const page = await firstPage(at, 'list-incoming-payments')
  if (!page) return
  for (const item of page.items) {
    const before = at.service.listed.find(({ id }) => id === item['id'])
    if (before)
      expectSame(at, page.answer, { kind: 'incoming-payment', place: 'listed before', before, now: item })
  }
  at.service.listed = page.items
}

const firstPage = async (
  { session }: SequencePlace,
  list: 'list-incoming-payments',
): Promise<ListPage | undefined> =>
  pageIn(await session.send(listPage(session, list, { first: session.target.profile.pageSize.maximum })))

export async function readIncoming(at: SequencePlace, item: number): Promise<void> {
  const { session, service } = at
  const listed = service.listed[item % Math.max(1, service.listed.length)]
  const id = listed?.['id']
  if (!listed || typeof id !== 'string' || !isReadable(id)) return
  const answer = await session.send(getIncomingPayment(session, id))
  if (isAccepted(answer) && isSame(fieldOf(answer, 'id'), id))
    expectSame(at, answer, {
      kind: 'incoming-payment',
      place: 'listed before',
      before: listed,
      now: fieldsShown(answer),
    })
}

/** An item that an earlier step created. */
interface Wanted {
  id: string
  /** The response to its creation. */
  answer: Answer
}

/** Judges whether a list shows each item that earlier steps created, and shows it once. */
export function expectListed(at: Here, { id, answer }: Wanted, listed: Listed | undefined): void {
  const page = listed?.answer ?? answer
  expectOf(at, page, 'list.complete', {
    held: listed !== undefined,
    want: 'each item of the earlier steps',
    got: listed ? 'each' : `${id} missing`,
  })
  expectOf(at, page, 'list.no-duplicates', {
    held: !listed?.isRepeated,
    want: 'no duplicate item',
    got: listed?.isRepeated ? `${id} repeated` : 'none',
  })
}

/**
 * Waits until the list shows every payment of the earlier steps, because an index may lag, and until `isDone`, or until
 * settleTimeout has passed. The latest state of the payments is remembered.
 */
export async function listPayments(
  at: SequencePlace,
  { isDone, kind = 'list-outgoing-payments' }: { isDone?: () => boolean; kind?: string } = {},
): Promise<void> {
  const { session, service } = at
  const { payments } = service
  const remember = (found: Found): void => {
    for (const payment of payments) payment.now = found.get(payment.id)?.item ?? payment.now
  }
  const ids = payments.map(({ id }) => id)
  const found = await watchListed(session, 'list-outgoing-payments', ids, {
    isDone: (seen) => {
      remember(seen)
      return isDone?.() ?? true
    },
    kind,
  })
  remember(found)
  for (const payment of payments) {
    const listed = found.get(payment.id)
    expectListed(at, payment, listed)
    if (!listed) continue
    const { answer, item } = listed
    const place = 'shown when it was created'
    expectSame(at, answer, { kind: 'outgoing-payment', place, before: payment.shown, now: item })
  }
}
