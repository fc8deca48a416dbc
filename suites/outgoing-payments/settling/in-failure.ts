import { expectThat, noteOpen } from '../../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { ownReceiver } from '../../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../../src/check/needs/prerequisites.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { isLongPast, watchOut } from '../../../src/check/watch.ts'
import { inWords, numberOf, sameAsset } from '../../../src/core/amount.ts'
import { type Answer, isRefused } from '../../../src/http/answers/answer.ts'
import { answerInFull } from '../../../src/http/answers/answer-in-full.ts'
import {
  creatingPayment,
  idIn,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
} from '../../support/operations.ts'
import { type Received, readReceiver } from '../../support/receiving.ts'
import { controlAmount, payDirectly, withFields } from '../../support/requests.ts'
import { sendRichest, short } from '../../support/rich-metadata.ts'
import { inState, inTime, isOver, isSentInFull, type PaymentView, viewsOf } from './watching.ts'

const marked = 'outgoing-payment.failed.marked'
const failureTime = 'outgoing-payment.failed.time'
const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'

export const failureIsMarked = scenario({
  id: 'settling/failure-is-marked',
  title: 'A payment that cannot be sent becomes failed',
  detects: 'failed-never-marked',
  requests: [creatingPayment, upTo(20, listingOutgoingPayments), upTo(21, readingIncomingPayment)],
  needs: { own: ownReceiver('failing') },
  waits: true,
  movesTime: true,
  claims: [marked, failureTime, noMoreThanPaid],
  run: async (session, { own }) => {
    const before = await readReceiver(session, own.url).catch(nothingIfUnmetHere)
    const plain = payDirectly(session, own.url, controlAmount(session))
    // A failed payment keeps its metadata, which rules compare.
    const { paid } = await sendRichest([short, {}], async (metadata) => ({
      paid: await make(session, withFields(plain, { metadata })),
    }))
    needPaymentThatFails(own.url, paid)
    const id = idIn(paid, 'no payment could be created to watch')
    const { look, everywhere } = viewsOf(session, id)
    const { seen: last, moved } = await watchOut(session, look, isOver, 'failures')
    const seen = last ?? (await everywhere())
    if (!seen) throw new PreconditionFailed(`the list of outgoing payments does not show ${id}`)
    if (isSentInFull(seen) && !seen.failed)
      throw new PreconditionFailed(`the payment to ${own.url} of receivers.failing did not fail`)
    if (!seen.failed && !isLongPast(moved)) throw notYet(session, id, moved)
    const after = await readReceiver(session, own.url).catch(nothingIfUnmetHere)
    expectMarked(session, { into: own.url, paid: seen, moved, after })
    if (seen.failed && before && after) expectNoMoreThanSent(session, seen, before, after)
  },
})

/** Claims that a failed payment has brought no more than it has sent, if both amounts are in one asset. */
const expectNoMoreThanSent = (
  session: Session,
  { id, sent }: PaymentView,
  before: Received,
  after: Received,
): void => {
  const [earlier, later] = [before.receivedAmount, after.receivedAmount]
  if (!sent || !sameAsset(sent, later) || !sameAsset(earlier, later)) return
  expectThat(session, after.answer, noMoreThanPaid, {
    held: numberOf(later) - numberOf(earlier) <= numberOf(sent),
    want: `at most ${inWords(sent)} more than ${inWords(earlier)}: ${id} failed when it had sent that`,
    got: `receivedAmount ${inWords(later)}`,
  })
}

/**
 * The error for a payment that has not failed yet. The interface leaves open for how long a server tries. A clock is
 * moved for as long as the receivers in use do not expire.
 */
const notYet = (session: Session, id: string, moved: number): MissingPrerequisite => {
  const key = session.time.server
    ? 'receivers in the target file: incoming payments that expire in 27 hours or later'
    : 'clock in the target file, or a longer limits.settleTimeout'
  return new MissingPrerequisite(
    `${key}: ${id} neither failed nor was sent in full ${inTime(session, moved)}`,
  )
}

interface Marked {
  into: string
  paid: PaymentView
  moved: number
  after: Received | undefined
}

const expectMarked = (session: Session, { into, paid, moved, after }: Marked): void => {
  const time = inTime(session, moved)
  const shown = after ? `; receivedAmount ${inWords(after.receivedAmount)} at ${into}` : ''
  expectThat(session, paid.answer, marked, {
    held: paid.failed,
    want: `failed true at ${paid.id} ${time}, because payments to ${into} of receivers.failing fail`,
    got: `${inState(paid)} at ${paid.id}${shown}`,
  })
  if (paid.failed) noteOpen(session, paid.answer, failureTime, `a payment that cannot be sent failed ${time}`)
}

/** Throws MissingPrerequisite if the server refuses a payment into a failing receiver, because only an accepted payment can fail. */
export function needPaymentThatFails(url: string, paid: Answer): void {
  if (isRefused(paid))
    throw new MissingPrerequisite(
      `receivers.failing in the target file: a receiver into which the server accepts payments, which then fail; it refuses the one into ${url} (${answerInFull(paid)})`,
    )
}
