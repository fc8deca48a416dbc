import { watch } from '../../src/check/watch.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, fieldsShown } from '../../src/http/answers/shown.ts'
import { getIncomingPayment, isReadable } from '../support/requests.ts'
import { isSame } from '../support/same.ts'
import { itemsOf, type ListPage, listPage, pageIn } from '../support/walk.ts'
import { allPages, repeated } from '../support/walk-claims.ts'
import { expectSame } from './compare.ts'
import { expectOf, type SequencePlace, type Service } from './service.ts'

const incomingFields = ['walletAddress', 'incomingAmount', 'createdAt']
const paymentFields = ['walletAddress', 'receiver', 'debitAmount', 'createdAt']

export async function listIncoming(at: SequencePlace): Promise<void> {
  const page = await firstPage(at, 'list-incoming-payments')
  if (!page) return
  for (const item of page.items) {
    const before = at.service.listed.find(({ id }) => id === item['id'])
    if (before)
      expectSame(at, page.answer, 'incoming-payment.immutable', 'listed before', before, item, incomingFields)
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
    expectSame(
      at,
      answer,
      'incoming-payment.immutable',
      'listed before',
      listed,
      fieldsShown(answer),
      incomingFields,
    )
}

type Pages = [ListPage, ...ListPage[]]

/** Reads all pages of the list, and remembers the latest state of the sequence's payments. */
export async function lookAtList({ session, service }: SequencePlace): Promise<Pages> {
  const { maximum } = session.target.profile.pageSize
  const pages = await allPages(session, 'list-outgoing-payments', {}, () => maximum)
  const items = itemsOf(pages)
  for (const payment of service.payments) payment.now = items.get(payment.id) ?? payment.now
  return pages
}

/**
 * Waits until the list shows every payment of the earlier steps, because an index may lag, or until settleTimeout has
 * passed.
 */
export async function listPayments(at: SequencePlace): Promise<void> {
  return expectListed(
    at,
    await watch(
      at.session,
      () => lookAtList(at),
      (pages) => areListed(at.service, pages),
      'list-outgoing-payments',
    ),
  )
}

export function areListed({ payments }: Service, pages: Pages): boolean {
  const listed = itemsOf(pages)
  return payments.every(({ id }) => listed.has(id))
}

export function expectListed(at: SequencePlace, pages: Pages): void {
  const again = repeated(pages)
  expectOf(at, again?.page.answer ?? pages[0].answer, 'list.no-duplicates', {
    held: again === undefined,
    want: 'no duplicate item',
    got: again?.got ?? 'none',
  })
  for (const { id, shown } of at.service.payments) {
    const page = pages.find(({ items }) => items.some((item) => item['id'] === id))
    const item = page?.items.find((one) => one['id'] === id)
    const { answer } = page ?? pages[0]
    expectOf(at, answer, 'list.complete', {
      held: item !== undefined,
      want: 'every payment of the earlier steps',
      got: item ? 'each' : `${id} missing`,
    })
    if (item)
      expectSame(
        at,
        answer,
        'outgoing-payment.immutable',
        'shown when it was created',
        shown,
        item,
        paymentFields,
      )
  }
}
