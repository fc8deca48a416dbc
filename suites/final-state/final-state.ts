import { forEachConcurrently } from '../../src/check/concurrently.ts'
import { scenario } from '../../src/check/kinds/scenario.ts'
import type { Known } from '../../src/check/known.ts'
import { nothingIfUnmet } from '../../src/check/needs/prerequisites.ts'
import { serverNow } from '../../src/check/server-date.ts'
import { MissingPrerequisite, type Observation, type Session } from '../../src/check/session.ts'
import { pause } from '../../src/check/watch.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { dateOf, isBefore } from '../../src/http/answers/server-date.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { asMoment } from '../support/fields.ts'
import {
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingQuote,
} from '../support/operations.ts'
import { askReceiver, isHere } from '../support/receiving.ts'
import { getIncomingPayment, getOutgoingPayment, getQuote } from '../support/requests.ts'
import { idsIn, type List, type ListPage } from '../support/walk.ts'
import { allPages } from '../support/walk-claims.ts'
import { claimsAsAnotherWallet } from './as-another-wallet.ts'
import { expectNoLeftovers, leftoverClaims, refusedIn } from './leftovers.ts'
import { expectNoPaymentByQuote, mostQuotedAgain, noPayment, quotesOf } from './no-payment-by-quote.ts'
import { mostOtherViews, viewOtherwise } from './other-views.ts'
import { freshQuotes, isOurs, mostRead, quotesToRead } from './quotes-to-read.ts'
import { createReader, type Reader } from './read-in-circumstances.ts'

const paymentStays = 'outgoing-payment.stays'
const quoteStays = 'quote.stays'
const incomingStays = 'incoming-payment.stays'

/** Milliseconds between the last event of the run and the moment when everything is read once more. */
const silence = 1000

/** Milliseconds by which the clock of the server is moved before, because jobs that tidy up come late. */
const later = 60_000

/**
 * How often each quote is read: prices move, and one of several instances may show another one. With the quotes that are
 * created, these are more reads in a row than any usual number of instances.
 */
const quoteReads = 3

/**
 * Reads all that was made or watched once more after all other checks, by its id and in its list. The rules compare it
 * with what was shown before. This check itself claims only that it still exists.
 */
export const finalState = scenario({
  id: 'last-look/everything-once-more',
  title: 'At the end of a run, everything that it created or watched still exists',
  detects: 'quote-vanishes-later',
  requests: [listingOutgoingPayments, listingIncomingPayments, readingIncomingPayment, readingQuote],
  last: ({ payments, quotes, incomingPayments }) => ({
    requests:
      3 * payments +
      incomingPayments +
      4 * pagesOf(payments + incomingPayments) +
      quoteReads * mostRead +
      2 +
      freshQuotes +
      (quotes > 0 ? mostQuotedAgain : 0) +
      mostOtherViews,
    quotes: quotes > 0 ? freshQuotes + mostQuotedAgain : 0,
  }),
  claims: (profile) => [
    ...[paymentStays, quoteStays, incomingStays, noPayment, ...leftoverClaims],
    ...claimsAsAnotherWallet(profile),
  ],
  run: async (session) => {
    if (session.memory.known().size === 0)
      throw new MissingPrerequisite('resources to look at: the selected checks create none')
    await session.time.server?.advance(later)
    const quotes = await quotesToRead(session)
    await pause(session, Math.min(silence, session.target.limits.settleTimeout))
    const known = [...session.memory.known().values()]
    const payments = known.filter(isOurs('outgoing-payment'))
    const incoming = known.filter(isOurs('incoming-payment'))
    await forEachConcurrently(
      session,
      [
        { list: 'list-outgoing-payments', of: payments, requirement: paymentStays },
        { list: 'list-incoming-payments', of: incoming, requirement: incomingStays },
      ],
      lookThrough,
    )
    const reader = createReader(session)
    const again =
      (operation: OperationId, request: (session: Session, id: string) => RequestDraft) =>
      (known: Known): Reading =>
      async (own) =>
        void (await readAgain(own, reader.read, operation, request(own, known.id), known))
    const readings: Reading[] = [
      ...payments.map(again('get-outgoing-payment', getOutgoingPayment)),
      ...incoming.map(again('get-incoming-payment', getIncomingPayment)),
      ...[...new Set(payments.flatMap(({ receiver }) => receiver ?? []))].map(
        (url) => (own: Session) => readReceiverAgain(own, url, reader),
      ),
      ...quotes.flatMap((quote) => Array<Known>(quoteReads).fill(quote)).map(again('get-quote', getQuote)),
    ]
    await forEachConcurrently(session, readings, (own, reading) => reading(own))
    await reader.close()
    await viewOtherwise(session, quotes)
  },
})

const pagesOf = (items: number): number => 1 + Math.ceil(items / 100)

const want = 'still there'

/** A list, and the resources that it should still show. */
interface Listing {
  list: List
  of: readonly Known[]
  requirement: string
}

type Reading = (session: Session) => Promise<void>

/**
 * Claims that the list still shows each resource that it has shown before, and that neither refused requests nor quotes
 * have left anything there. Claims nothing if the list cannot be read to its end.
 */
const lookThrough = async (session: Session, { list, of, requirement }: Listing): Promise<void> => {
  const ofQuotes = list === 'list-outgoing-payments' && quotesOf(session).length > 0
  if (of.length === 0 && refusedIn(session, list).length === 0 && !ofQuotes) return
  const listed = of.filter((one) => one.listed)
  const pages = await pagesIn(session, list)
  const last = pages.at(-1)
  if (last?.hasNextPage !== false) return
  const readAgain = () => pagesIn(session, list)
  const found = new Set(pages.flatMap(idsIn))
  const isThere = ({ id, expiresAt, hasReceived }: Known): boolean =>
    found.has(id) ||
    (requirement === incomingStays && mayVanish(serverNow(session, last.answer), expiresAt, hasReceived))
  const missed = new Set(listed.filter((one) => !isThere(one)).map(({ id }) => id))
  if (missed.size > 0) {
    const again = await readAgain()
    if (again.at(-1)?.hasNextPage !== false) return
    if (mayHaveMoved(missed, pages, again)) for (const id of again.flatMap(idsIn)) found.add(id)
  }
  for (const one of listed) {
    if (!found.has(one.id) && isThere(one)) continue
    session.observe({
      requirement,
      outcome: found.has(one.id) ? 'held' : 'broken',
      want: `${one.id} ${want}, on a page of the list`,
      got: found.has(one.id) ? 'found' : 'on no page',
      answer: last.answer,
    })
  }
  if (ofQuotes && !(await expectNoPaymentByQuote(session, pages, readAgain))) return
  await expectNoLeftovers(session, list, pages, readAgain)
}

/**
 * Returns true if missed items may have moved to a page that was read already: other items came, went or moved between
 * the two readings, or a missed one was updated since the first began, and the server may sort its list by that.
 */
const mayHaveMoved = (
  missed: ReadonlySet<unknown>,
  before: readonly ListPage[],
  after: readonly ListPage[],
): boolean => {
  const othersIn = (pages: readonly ListPage[]): string =>
    JSON.stringify(pages.flatMap(idsIn).filter((id) => !missed.has(id)))
  const begun = dateOf(before[0]?.answer)
  const isUpdated = ({ id, updatedAt }: ListPage['items'][number]): boolean =>
    missed.has(id) && (asMoment(updatedAt) ?? 0) >= begun
  return othersIn(before) !== othersIn(after) || after.some(({ items }) => items.some(isUpdated))
}

/** The pages of the list, or none if it cannot be walked to its end: other checks report that. */
const pagesIn = async (session: Session, list: List): Promise<ListPage[]> => {
  const { maximum } = session.target.profile.pageSize
  return (await allPages(session, list, {}, () => maximum).catch(nothingIfUnmet)) ?? []
}

/** Returns true if the incoming payment may be gone: it received nothing, and may have expired. */
const mayVanish = (now: number, expiresAt: string | undefined, hasReceived: true | undefined): boolean =>
  !hasReceived && !(expiresAt !== undefined && isBefore(now, expiresAt))

const claimOf: Record<Known['kind'], string> = {
  'outgoing-payment': paymentStays,
  'incoming-payment': incomingStays,
  quote: quoteStays,
}

/** Reads the resource by its id if the profile has that operation. A refusal other than 404 or 410 is not judged. */
const readAgain = async (
  session: Session,
  read: Reader['read'],
  operation: OperationId,
  draft: RequestDraft,
  known: Known,
): Promise<Answer | undefined> => {
  if (!session.target.profile.operations.includes(operation)) return undefined
  const answer = await read(draft, (one) => seenOf(session, known, one))
  const seen = seenOf(session, known, answer)
  if (isAccepted(answer)) session.observe(seen)
  else if (seen.outcome === 'broken') session.observe({ ...seen, behind: await session.controls.witness() })
  return answer
}

const seenOf = (session: Session, known: Known, answer: Answer): Observation => ({
  requirement: claimOf[known.kind],
  outcome: isGone(answer) && !mayBeGone(session, answer, known) ? 'broken' : 'held',
  want: `${known.id} ${want}`,
  got: answerInWords(answer),
  answer,
})

const mayBeGone = (session: Session, answer: Answer, { kind, expiresAt, hasReceived }: Known): boolean => {
  const now = serverNow(session, answer)
  if (kind === 'quote') return !isBefore(now, expiresAt)
  return kind === 'incoming-payment' && mayVanish(now, expiresAt, hasReceived)
}

const isGone = ({ response }: Answer): boolean => response?.status === 404 || response?.status === 410

/**
 * Reads a receiver again. Its existence is claimed only if it was shown to the same token before. The rules get to see
 * it in any case.
 */
const readReceiverAgain = async (session: Session, url: string, reader: Reader): Promise<void> => {
  if (!isHere(session, url)) return
  const before = session.memory.known().get(url)
  const ask = askReceiver(session, url)
  const wasShown = before?.shownTo.includes(ask.token?.name ?? '') === true
  const answer =
    before && wasShown
      ? await readAgain(session, (draft) => session.send(draft), 'get-incoming-payment', ask, before)
      : await session.send(ask)
  const known = session.memory.known().get(url)
  if (known && answer && isAccepted(answer)) await reader.readUnder(ask, (one) => seenOf(session, known, one))
}
