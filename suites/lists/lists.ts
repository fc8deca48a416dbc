import { expectThat, noteOpen } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { namedIncomingPayments, otherClient, receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { isSameUrl, urlKey } from '../../src/core/urls.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { searchFor, watchListed } from '../support/listed.ts'
import { nearControl } from '../support/near-control.ts'
import {
  creatingPayment,
  idIn,
  listingIncomingPayments,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
} from '../support/operations.ts'
import { getIncomingPayment, payDirectly } from '../support/requests.ts'
import { idsIn, type ListPage, walk } from '../support/walk.ts'
import { allPages } from '../support/walk-claims.ts'

const list = 'list-outgoing-payments'

export const complete = scenario({
  id: 'lists/complete',
  title: 'A walk over the outgoing payments finds every payment of this run, even while a payment is added',
  detects: 'list-leaves-out-the-newest',
  requests: [creatingPayment, upTo(60, listingOutgoingPayments)],
  needs: creatingPayment.needs,
  quiet: true,
  claims: ['list.complete', 'list.while-adding'],
  run: async (session) => {
    await addWhileWalking(session)
    const made = session.memory.made()
    if (made.length === 0) throw new PreconditionFailed('this run created no payment that a list can show')
    // The index of the server may lag behind new payments.
    const pages = await watch(
      session,
      () => allPages(session, list),
      (seen) => notShown(made, seen) === undefined,
      list,
    )
    const missing = notShown(made, pages)
    expectThat(session, pages[0].answer, 'list.complete', {
      held: missing === undefined,
      want: 'every payment that this run created',
      got: missing === undefined ? `all ${made.length}` : `${missing} missing`,
    })
  },
})

/** Returns the first of these resources that no page shows, under whichever spelling of its id. */
const notShown = (ids: readonly string[], pages: readonly ListPage[]): string | undefined => {
  const shown = new Set(pages.flatMap(idsIn).map(urlKey))
  return ids.find((id) => !shown.has(urlKey(id)))
}

/** Adds a payment between the first page of a walk and the second. */
const addWhileWalking = async (session: Session): Promise<void> => {
  const before = (await allPages(session, list)).flatMap(idsIn)
  const pages: ListPage[] = []
  const { maximum } = session.target.profile.pageSize
  for await (const page of walk(session, list, (number) => (number < 4 ? 1 : maximum))) {
    pages.push(page)
    if (pages.length === 1) await session.send(await creatingPayment.prepare(session))
  }
  const [first, second] = pages
  // A list of one page leaves nothing that the walk could lose.
  if (!first || !second) return
  const shown = pages.flatMap(idsIn)
  const lost = before.find((id) => !shown.includes(id))
  const again = before.find((id) => shown.indexOf(id) !== shown.lastIndexOf(id))
  expectThat(session, second.answer, 'list.while-adding', {
    held: lost === undefined && again === undefined,
    want: `each of the ${before.length} earlier items exactly once`,
    got: lost === undefined ? `${again ?? 'none'} repeated` : `${lost} missing`,
  })
}

export const clients = scenario({
  id: 'lists/two-clients',
  title: 'Two clients with rights on the same wallet each find the payments that they created',
  detects: 'list-of-first-client-only',
  requests: [upTo(2, creatingPayment), upTo(42, listingOutgoingPayments)],
  needs: { open: receiver('open'), other: otherClient },
  quiet: true,
  claims: ['list.clients', 'list.open.other-clients'],
  run: async (session, { open, other }) => {
    const pay = (digit: number, by: Partial<RequestDraft> = {}) =>
      nearControl(session, digit, async (amount) => ({
        paid: await make(session, { ...payDirectly(session, open.url, amount), ...by }),
      }))
    const made = (await pay(9)).paid
    const theirs = (await pay(8, { token: other.token })).paid
    const mine = idIn(made, 'no payment could be created')
    const another = idIn(theirs, 'otherClient could not create a payment')
    const asMe = await watchListed(session, list, [mine])
    const asThem = await watchListed(session, list, [another], { token: other.token })
    expectFound(session, asMe.get(mine)?.answer, made, 'signing')
    expectFound(session, asThem.get(another)?.answer, theirs, 'otherClient')
    const isShown = (await searchFor(session, list, [another]).look()).has(another)
    const got = `the payments of another client are ${isShown ? '' : 'not '}shown`
    noteOpen(session, asMe.get(mine)?.answer ?? made, 'list.open.other-clients', got)
  },
})

const expectFound = (session: Session, page: Answer | undefined, made: Answer, client: string): void =>
  expectThat(session, page ?? made, 'list.clients', {
    held: page !== undefined,
    want: 'the payment that the client itself created',
    got: `${textIn(made, 'id')} ${page ? '' : 'not '}found by ${client}`,
  })

/** The most named incoming payments that are read one by one. */
const most = 10

export const namedAreListed = scenario({
  id: 'lists/named-incoming-payments',
  title: 'A walk over the incoming payments finds every payment that the target file names',
  detects: 'incoming-list-leaves-out-the-oldest',
  requests: [upTo(most, readingIncomingPayment), upTo(20, listingIncomingPayments)],
  needs: { named: namedIncomingPayments },
  quiet: true,
  claims: ['list-incoming-payments.complete'],
  run: async (session, { named }) => {
    const own = await onTheWallet(session, named.slice(0, most))
    if (own.length === 0)
      throw new MissingPrerequisite(
        'incomingPayments in the target file: an incoming payment on walletAddress that tokens.full can read in the full form',
      )
    const pages = await allPages(session, 'list-incoming-payments')
    const missing = notShown(own, pages)
    expectThat(session, pages[0].answer, 'list-incoming-payments.complete', {
      held: missing === undefined,
      want: `all ${own.length} readable incoming payments from incomingPayments in the target file`,
      got: missing === undefined ? 'all of them' : `${missing} missing`,
    })
  },
})

/**
 * Returns the named incoming payments that are on the wallet address. The server itself has to say so, because the
 * target file may be wrong.
 */
const onTheWallet = async (session: Session, named: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const id of named) {
    if (lastSegment(id) === '') continue
    const read = await session.send(getIncomingPayment(session, id))
    const wallet = textIn(read, 'walletAddress') ?? ''
    const isThere = isAccepted(read) && isSameUrl(wallet, session.target.walletAddress)
    const shown = textIn(read, 'id')
    if (isThere && shown !== undefined) found.push(shown)
  }
  return found
}
