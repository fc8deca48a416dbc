import { expectThat } from '../../../src/check/expect-answer.ts'
import { judgeRefusal, noServerError, refusedAs } from '../../../src/check/expectation.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { otherClient, receiver, token } from '../../../src/check/needs/need.ts'
import { PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { watch } from '../../../src/check/watch.ts'
import { isAccepted } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Credential } from '../../../src/target-file/target.ts'
import { listSeenBy } from '../../support/listed.ts'
import {
  creatingIncomingPayment,
  creatingPayment,
  creatingQuote,
  idIn,
  listingIncomingPayments,
  listingOutgoingPayments,
  make,
  readingOutgoingPayment,
  readingQuote,
} from '../../support/operations.ts'
import {
  controlAmount,
  createIncomingPayment,
  createQuote,
  getOutgoingPayment,
  getQuote,
  payDirectly,
} from '../../support/requests.ts'
import type { List } from '../../support/walk.ts'
import { allPages } from '../../support/walk-claims.ts'

const read = refusedAs('recommended-refusal', 'right.own.read')
const listed = 'right.own.list'

/** A kind of resource that clients create, and how it is read and listed. */
interface CreatedKind {
  what: string
  create: (session: Session, receiver: string) => RequestDraft
  /** The request that reads it, or undefined if the interface leaves open who may read it. */
  get?: (session: Session, id: string) => RequestDraft
  list?: List
}

const kinds: readonly CreatedKind[] = [
  {
    what: 'quote',
    create: (session, url) => createQuote(session, { receiver: url, debitAmount: controlAmount(session) }),
    get: getQuote,
  },
  {
    what: 'incoming payment',
    create: (session) => createIncomingPayment(session, { incomingAmount: controlAmount(session) }),
    list: 'list-incoming-payments',
  },
  {
    what: 'payment',
    create: (session, url) => payDirectly(session, url, controlAmount(session)),
    get: getOutgoingPayment,
    list: 'list-outgoing-payments',
  },
]

export const ownOnly = scenario({
  id: 'tokens/own-only',
  title: 'A token for what its own client created shows nothing that another client created',
  detects: 'read-is-read-all',
  requests: [
    upTo(2, creatingQuote),
    upTo(8, readingQuote),
    upTo(2, creatingIncomingPayment),
    upTo(8, listingIncomingPayments),
    upTo(2, creatingPayment),
    upTo(12, readingOutgoingPayment),
    upTo(12, listingOutgoingPayments),
  ],
  needs: { open: receiver('open'), other: otherClient, own: token('ownOnly') },
  quiet: true,
  claims: ['right.own.read', listed, noServerError],
  run: async (session, { open, other, own }) => {
    for (const { what, create, get, list } of kinds) {
      const asked = create(session, open.url)
      const { token } = other
      const theirs = idIn(await make(session, { ...asked, token }), `otherClient could not create a ${what}`)
      const mine = idIn(await make(session, asked), `no ${what} could be created`)
      if (get && !(await expectUnread(session, get(session, mine), get(session, theirs), own))) return
      if (list) await expectOnlyOwn(session, list, own, { mine, theirs })
    }
  },
})

/** Returns true if the token reads what its own client created. */
const expectUnread = async (
  session: Session,
  mine: RequestDraft,
  theirs: RequestDraft,
  token: Credential,
): Promise<boolean> => {
  const batch = session.controls.open()
  if (!isAccepted(await session.controls.send({ ...mine, token }, [batch]))) return false
  const reading = { ...theirs, token }
  const answer = await session.send(reading)
  for (const one of judgeRefusal(read, session, reading, answer, batch)) session.observe(one)
  return true
}

/**
 * Claims that the list does not show the other client's resource. That one was created first, so it would be shown by
 * the time the client's own one is.
 */
const expectOnlyOwn = async (
  session: Session,
  list: List,
  own: Credential,
  { mine, theirs }: { mine: string; theirs: string },
): Promise<void> => {
  const idsOf = (pages: Awaited<ReturnType<typeof allPages>>): unknown[] =>
    pages.flatMap(({ items }) => items.map((item) => item['id']))
  const pages = await watch(
    session,
    () => allPages(session, list, { token: own }),
    (seen) => idsOf(seen).includes(mine),
    listSeenBy(list, own),
  )
  const ids = idsOf(pages)
  if (!ids.includes(mine)) throw new PreconditionFailed(`${list} with ${own.name} does not show ${mine}`)
  expectThat(session, pages[0].answer, listed, {
    held: !ids.includes(theirs),
    want: 'only what the client itself created',
    got: ids.includes(theirs) ? `${theirs}, which otherClient created` : 'nothing of otherClient',
  })
}
