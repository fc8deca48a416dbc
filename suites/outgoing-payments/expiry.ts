import { sessionIn } from '../../src/check/circumstances/explore.ts'
import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { ownReceiver, receiver } from '../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../src/check/needs/prerequisites.ts'
import { mayBeAhead } from '../../src/check/server-date.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { untilPast } from '../../src/check/until-past.ts'
import { watch } from '../../src/check/watch.ts'
import { inWords, numberOf, sameAmount } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import { dateOf } from '../../src/http/answers/server-date.ts'
import { fieldOf, fieldsShown } from '../../src/http/answers/shown.ts'
import { amountIn, momentIn } from '../support/fields.ts'
import {
  creatingPayment,
  creatingQuote,
  idIn,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
  readingQuote,
} from '../support/operations.ts'
import { isPaidInTime } from '../support/paid-in-time.ts'
import { type Received, readReceiver, seeReceiver, unread } from '../support/receiving.ts'
import { sendRefusedOtherwise } from '../support/refused-again.ts'
import { controlAmount, getQuote, payDirectly } from '../support/requests.ts'
import { quoteToPay } from './payments/quote-to-pay.ts'
import { settled } from './settling/watching.ts'

const expiredAmount = 'create-outgoing-payment.quote.expired-amount'
const expiredRefused = 'create-outgoing-payment.quote.expired-refused'

/** Sends a quick request, for the server's Date in its response. */
const anyAnswer = async (session: Session): Promise<Answer> =>
  session.send(await listingOutgoingPayments.prepare(session))

export const expiredQuote = scenario({
  id: 'expiry/expired-quote',
  title: 'An expired quote is not paid at its debit amount',
  detects: 'without-payment-quote-not-expired',
  requests: [upTo(3, creatingQuote), readingQuote, readingIncomingPayment, upTo(33, creatingPayment)],
  needs: { open: receiver('open') },
  waits: true,
  movesTime: true,
  claims: [expiredAmount, expiredRefused],
  leaves: { payments: 3 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const batch = session.controls.open()
    const control = async (): Promise<void> => {
      const other = await quoteToPay(session, asked)
      await session.controls.send(other.pay, [batch])
    }
    const { quote, id, pay } = await quoteToPay(session, asked)
    const expiresAt = momentIn(quote, 'expiresAt')
    if (expiresAt === undefined || isFarOff(expiresAt)) return doesNotExpire(session, quote)
    await needLonger(session, open.url, expiresAt)
    await control()
    const ahead = mayBeAhead(dateOf(quote), momentIn(quote, 'createdAt') ?? Number.NaN) ?? 0
    await untilPast(session, expiresAt + ahead, () => anyAnswer(session), 'a quote to expire')
    const paid = await session.send(pay)
    expectNotPaid(session, quote, paid, batch)
    if (isRefused(paid)) {
      if (await isStillExpired(session, id, expiresAt))
        expectNotPaid(session, quote, await session.send(pay), batch)
      for (const { under, answer } of await sendRefusedOtherwise(session, pay))
        expectNotPaid(sessionIn(session, under), quote, answer, batch)
    }
    await control()
  },
})

/** Throws MissingPrerequisite if the receiver expires before the quote: then no payment shows that others are accepted. */
const needLonger = async (session: Session, url: string, expiresAt: number): Promise<void> => {
  const until = (await seeReceiver(session, url))?.expiresAt
  if (until !== undefined && until <= expiresAt)
    throw new MissingPrerequisite(
      'receivers.open in the target file: an incoming payment that expires later than the quotes of the server',
    )
}

/** Reads the quote. Returns true if it shows the same expiry: a server may extend a quote that is read. */
const isStillExpired = async (session: Session, id: string, expiresAt: number): Promise<boolean> =>
  momentIn(await session.send(getQuote(session, id)), 'expiresAt') === expiresAt

const want = 'a refused payment (any 4xx), or a payment with a different debitAmount'

/** Milliseconds from which on a time only says that nothing ever expires. Few clocks can be moved that far. */
const farOff = 10 * 365 * 86_400_000

const isFarOff = (moment: number): boolean => moment > Date.now() + farOff

/** Observes the claim as held: a server whose quotes never expire cannot pay an expired one. */
const doesNotExpire = (session: Session, answer: Answer): void =>
  session.observe({
    requirement: expiredAmount,
    outcome: 'held',
    want,
    got: `a quote with expiresAt ${asText(fieldOf(answer, 'expiresAt'))}`,
    answer,
  })

const expectNotPaid = (session: Session, quote: Answer, paid: Answer, behind: number): void => {
  const [quoted, debit] = [amountIn(quote, 'debitAmount'), amountIn(paid, 'debitAmount')]
  // A server may answer a repeated request with the payment that it made in time.
  const isInTime = isPaidInTime(fieldsShown(paid), fieldsShown(quote))
  const isAtQuoted =
    isAccepted(paid) &&
    !isInTime &&
    (debit === undefined || quoted === undefined || sameAmount(debit, quoted))
  const got = `${answerInWords(paid)}${debit ? `, debitAmount ${inWords(debit)}` : ''}`
  const seen = { got, answer: paid }
  if (isAtQuoted) session.observe({ requirement: expiredAmount, outcome: 'broken', want, ...seen })
  else if (isAccepted(paid)) session.observe({ requirement: expiredAmount, outcome: 'held', want, ...seen })
  else if (isRefused(paid))
    session.observe({ requirement: expiredAmount, outcome: 'held', want, ...seen, behind })
  session.observe({
    requirement: expiredRefused,
    outcome: isRefused(paid) ? 'held' : 'broken',
    want: 'refused (any 4xx)',
    ...seen,
    ...(isAccepted(paid) ? {} : { behind }),
  })
}

const nothingReceived = 'incoming-payment.expires-at.nothing-received'

/**
 * Milliseconds before the expiry of the receiver at which the payment is made, so that it is under way at the expiry.
 */
const shortlyBefore = 5000

/** The prerequisite that a server lacks which needs a while to pay, and refuses what would come too late. */
const paidUntilItExpires = `a server that creates payments until ${shortlyBefore / 1000} s before their receiver expires`

export const expiringReceiver = scenario({
  id: 'expiry/expiring-receiver',
  title: 'Neither a payment in progress nor one by an older quote arrives after its receiver has expired',
  detects: 'payment-outlives-receiver',
  requests: [
    creatingQuote,
    upTo(3, creatingPayment),
    upTo(20, listingOutgoingPayments),
    upTo(60, readingIncomingPayment),
  ],
  needs: { own: ownReceiver('expiring') },
  movesTime: true,
  claims: [nothingReceived],
  leaves: { payments: 2 },
  run: async (session, { own }) => {
    const look = () => readReceiver(session, own.url)
    const first = await look()
    if (!first) throw unread(session, own.url)
    const { expiresAt } = first
    if (expiresAt === undefined)
      return expectThat(session, first.answer, nothingReceived, {
        held: true,
        want: 'no amount received after expiresAt',
        got: 'no expiresAt',
      })
    const pay = payDirectly(session, own.url, controlAmount(session))
    // The rules see whether what arrived before the expiry stays.
    if (await settled(session, pay).catch(nothingIfUnmetHere)) await look()
    await untilPast(session, expiresAt - shortlyBefore, () => anyAnswer(session), 'a receiver to expire')
    const paid = await make(session, pay)
    const isTooLate = isRefused(paid)
    if (!isTooLate) idIn(paid, `a payment into ${own.url} could not be made before it expired`)
    const asked = { receiver: own.url, debitAmount: controlAmount(session) }
    const quoted = await quoteToPay(session, asked).catch(nothingIfUnmetHere)
    if (isTooLate && !quoted) throw new MissingPrerequisite(paidUntilItExpires)
    await untilPast(session, expiresAt, () => anyAnswer(session), 'a receiver to expire')
    const before = await look()
    if (!before) throw unread(session, own.url)
    const rose = (seen: Received | undefined): boolean =>
      seen !== undefined && numberOf(seen.receivedAmount) > numberOf(before.receivedAmount)
    if (quoted) await session.send(quoted.pay)
    await session.time.server?.advance(session.target.limits.settleTimeout)
    const after = await watch(session, look, (seen) => session.time.server !== undefined || rose(seen))
    expectThat(session, after?.answer ?? before.answer, nothingReceived, {
      held: !rose(after),
      want: `receivedAmount ${inWords(before.receivedAmount)}, as at its expiry`,
      got: `receivedAmount ${after ? inWords(after.receivedAmount) : 'unreadable'}`,
    })
  },
})

const amountsKept = 'create-outgoing-payment.quote.amounts-kept'

const quotedAbroad =
  'receivers.otherAsset in the target file: incoming payments that the server creates quotes for'

/** Milliseconds before the expiry of a quote at which it is paid. */
const shortlyBeforeExpiry = 15_000

export const oldQuote = scenario({
  id: 'expiry/old-quote',
  title: 'A quote into another asset is paid at its amounts shortly before it expires',
  detects: 'older-quote-priced-anew',
  requests: [creatingQuote, creatingPayment, upTo(10, listingOutgoingPayments)],
  needs: { abroad: receiver('otherAsset') },
  waits: true,
  movesTime: true,
  claims: [amountsKept],
  run: async (session, { abroad }) => {
    const asked = { receiver: abroad.url, debitAmount: controlAmount(session) }
    const quoted = await quoteToPay(session, asked).catch(nothingIfUnmetHere)
    if (!quoted) throw new MissingPrerequisite(quotedAbroad)
    const { quote, pay } = quoted
    const expiresAt = momentIn(quote, 'expiresAt')
    if (expiresAt !== undefined && !isFarOff(expiresAt))
      await untilPast(
        session,
        expiresAt - shortlyBeforeExpiry,
        () => anyAnswer(session),
        'a quote to grow old',
      )
    const paid = await session.send(pay)
    const [wanted, came] = [amountIn(quote, 'receiveAmount'), amountIn(paid, 'receiveAmount')]
    expectThat(session, paid, amountsKept, {
      held:
        !isPaidInTime(fieldsShown(paid), fieldsShown(quote)) || !wanted || !came || sameAmount(wanted, came),
      want: wanted ? `receiveAmount ${inWords(wanted)}, as in the quote` : 'the receiveAmount of the quote',
      got: came ? `receiveAmount ${inWords(came)}` : answerInWords(paid),
    })
  },
})
