import { expectThat } from '../../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { receiver } from '../../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../../src/check/needs/prerequisites.ts'
import { serverNow } from '../../../src/check/server-date.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { watch } from '../../../src/check/watch.ts'
import { inWords, numberOf } from '../../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../../src/http/answers/answer.ts'
import { creatingPayment, creatingQuote, idIn, readingIncomingPayment } from '../../support/operations.ts'
import { isFull, isOpenOnceCompleted, type Received, readReceiver, unread } from '../../support/receiving.ts'
import { controlAmount, createPayment, createQuote, payDirectly } from '../../support/requests.ts'

const noPayments = {
  expired: 'incoming-payment.expires-at.no-payments',
  completed: 'incoming-payment.completed.no-payments',
} as const

/**
 * Claimed instead if the receiver was completed before it was full, under a profile in which a client can complete one.
 */
const leftOpen = 'complete-incoming-payment.further-payments'

type Unpayable = keyof typeof noPayments

/**
 * Throws unless the server itself shows that the receiver is expired by its own time, or completed. The target file alone is
 * not believed: if it were wrong, a conforming server would break a MUST.
 */
const expectUnpayable = (session: Session, kind: Unpayable, url: string, seen: Received): void => {
  const { expiresAt, completed, answer } = seen
  if (kind === 'expired' && expiresAt !== undefined && serverNow(session, answer) < expiresAt)
    throw new PreconditionFailed(
      `${url} of receivers.expired does not expire before ${new Date(expiresAt).toISOString()}`,
    )
  if (kind === 'completed' && completed === false && !isFull(seen))
    throw new PreconditionFailed(`${url} of receivers.completed is not completed`)
  if (kind === 'expired' ? expiresAt !== undefined : completed !== undefined || isFull(seen)) return
  const field = kind === 'expired' ? 'expiresAt' : 'completed'
  throw new MissingPrerequisite(
    `receivers.access in the target file: a token that can read the full form of the receivers, with \`${field}\``,
  )
}

const nothingArrives = (id: string, kind: Unpayable, detects: string) =>
  scenario({
    id,
    title: `Nothing is paid into a receiver that is ${kind}, by a quote or directly`,
    detects,
    requests: [upTo(2, creatingQuote), upTo(4, creatingPayment), upTo(34, readingIncomingPayment)],
    needs: { unpayable: receiver(kind), another: receiver(kind, 1) },
    claims: ['create-quote.receiver.payable', noPayments[kind], ...(kind === 'completed' ? [leftOpen] : [])],
    run: async (session, { unpayable, another }) => {
      await payInto(session, kind, unpayable.url)
      // A receiver may be full or partly paid, have an incomingAmount or none.
      if (another.url !== unpayable.url) await payInto(session, kind, another.url).catch(nothingIfUnmetHere)
    },
  })

const payInto = async (session: Session, kind: Unpayable, url: string): Promise<void> => {
  const before = await readReceiver(session, url)
  if (!before) throw unread(session, url)
  expectUnpayable(session, kind, url, before)
  const isOpen = kind === 'completed' && isOpenOnceCompleted(session, before)
  const expectNothing = expectNothingSince(session, url, before)
  await expectNothing(isOpen ? leftOpen : 'create-quote.receiver.payable', await payByQuote(session, url))
  const direct = payDirectly(session, url, controlAmount(session))
  const paid = await session.send({ ...direct, patient: false })
  await expectNothing(isOpen ? leftOpen : noPayments[kind], paid)
  // The rules can compare the receiver only if it is shown twice.
  await readReceiver(session, url)
}

export const nothingArrivesAtExpired = nothingArrives(
  'settling/nothing-arrives-at-expired-receiver',
  'expired',
  'quote-to-expired-receiver-paid',
)
export const nothingArrivesAtCompleted = nothingArrives(
  'settling/nothing-arrives-at-completed-receiver',
  'completed',
  'completed-receiver-paid',
)

/** Returns the response to the payment, or to the quote if the server already refused that. */
const payByQuote = async (session: Session, url: string): Promise<Answer> => {
  const amount = controlAmount(session)
  const quote = await session.send(createQuote(session, { receiver: url, debitAmount: amount }))
  if (!isAccepted(quote)) return quote
  const quoteId = idIn(quote, 'the quote cannot be paid')
  return session.send({ ...createPayment(session, { quoteId }, numberOf(amount)), patient: false })
}

/**
 * Claims that nothing is paid in if the payment was refused, and that nothing has arrived by settleTimeout if it was
 * accepted.
 */
const expectNothingSince =
  (session: Session, url: string, before: Received) =>
  async (requirement: string, paid: Answer): Promise<void> => {
    const isOpen = requirement === leftOpen
    const want = isOpen ? 'left open by the specification' : 'no payment into it'
    if (isRefused(paid)) {
      const behind = await session.controls.witness()
      const outcome = isOpen ? 'noted' : 'held'
      session.observe({ requirement, outcome, want, got: answerInWords(paid), answer: paid, behind })
      return
    }
    if (!isAccepted(paid)) throw new PreconditionFailed(`the payment got ${answerInWords(paid)}`)
    const rose = (seen: Received | undefined): boolean =>
      seen !== undefined && numberOf(seen.receivedAmount) > numberOf(before.receivedAmount)
    const after = await watch(session, () => readReceiver(session, url), rose)
    const got = `receivedAmount ${after ? inWords(after.receivedAmount) : 'unreadable'}`
    const answer = after?.answer ?? paid
    if (isOpen) session.observe({ requirement, outcome: 'noted', want, got: `accepted, ${got}`, answer })
    else expectThat(session, answer, requirement, { held: !rose(after), want, got })
  }
