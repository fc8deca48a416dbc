import { sessionIn } from '../../../src/check/circumstances/explore.ts'
import { expectThat } from '../../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { ownReceiver } from '../../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../../src/check/needs/prerequisites.ts'
import { MissingPrerequisite, type Session } from '../../../src/check/session.ts'
import { watchOut } from '../../../src/check/watch.ts'
import { type Amount, inWords, isAtMost, numberOf } from '../../../src/core/amount.ts'
import type { Receiver } from '../../../src/core/receiver.ts'
import { type Answer, isAccepted, isRefused } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Credential } from '../../../src/target-file/target.ts'
import { amountIn } from '../../support/fields.ts'
import {
  creatingPayment,
  creatingQuote,
  idIn,
  readingIncomingPayment,
  readingQuote,
} from '../../support/operations.ts'
import { isFull, type Received, readReceiver, seeReceiver, unread } from '../../support/receiving.ts'
import { sendRefusedOtherwise } from '../../support/refused-again.ts'
import { controlAmount, getQuote, payDirectly } from '../../support/requests.ts'
import { quoteToPay } from '../payments/quote-to-pay.ts'
import { inTime, settled, settledOf } from './watching.ts'

const aReceiverInFullForm =
  'receivers.access in the target file: a token that can read the full form of the receivers, with `completed`'

const withinMaximum = 'incoming-payment.received-amount.within-maximum'

export const completes = scenario({
  id: 'settling/completes-when-full',
  title: 'An incoming payment is completed once it has received its incomingAmount, and receives no more',
  detects: 'completed-never',
  requests: [
    upTo(2, creatingQuote),
    readingQuote,
    upTo(7, creatingPayment),
    upTo(30, readingIncomingPayment),
  ],
  needs: { own: ownReceiver('fixed') },
  waits: true,
  movesTime: true,
  claims: ['incoming-payment.completed.when-full', withinMaximum],
  leaves: { payments: 1 },
  run: async (session, { own: first }) => {
    const own = await notYetCompleted(session, first)
    const { quote, pay } = await quoteToPay(session, { receiver: own.url })
    const other = await quoteToPay(session, { receiver: own.url }).catch(nothingIfUnmetHere)
    await settled(session, pay)
    const hasAll = ({ incomingAmount = own.incomingAmount, ...seen }: Received): boolean =>
      isFull({ ...seen, incomingAmount })
    const isDone = (seen: Received | undefined) => seen !== undefined && (seen.completed ?? hasAll(seen))
    const look = () => readReceiver(session, own.url)
    const { seen: last, moved } = await watchOut(session, look, isDone, 'completion')
    if (!last) throw unread(session, own.url)
    const { receivedAmount, completed } = last
    const quoted = amountIn(quote, 'receiveAmount')
    if (!hasAll(last) && quoted && numberOf(receivedAmount) >= numberOf(quoted))
      throw new MissingPrerequisite(
        'a quote without an amount that covers the whole missing amount of its receiver; the quote of this server is for less',
      )
    if (!hasAll(last)) throw notFull(session, receivedAmount, moved)
    // A rule compares the quote that was not paid with what it showed while there was room.
    if (other && session.target.profile.operations.includes('get-quote'))
      await session.send(getQuote(session, other.id))
    if (completed === undefined) throw new MissingPrerequisite(aReceiverInFullForm)
    expectThat(session, last.answer, 'incoming-payment.completed.when-full', {
      held: completed,
      want: `completed true ${inTime(session, moved)}, because receivedAmount is at least incomingAmount`,
      got: `completed ${completed}`,
    })
    const most = last.incomingAmount ?? own.incomingAmount
    if (most)
      await expectNoMore(session, most, payDirectly(session, own.url, controlAmount(session)), own.url)
  },
})

/**
 * Sends a payment that the receiver has no room for, also in other circumstances and as every identity that may pay, and
 * claims that it brings nothing beyond the maximum. Returns the answer that accepted it, or else the first refusal.
 */
export async function expectNoMore(
  session: Session,
  most: Amount,
  payment: RequestDraft,
  url: string,
): Promise<Answer> {
  const late = await session.send(payment)
  const made = isRefused(late)
    ? await sendRefusedOtherwise(session, payment)
    : [{ under: [], answer: late }].filter(({ answer }) => isAccepted(answer))
  const [first] = made
  if (!first) return late
  const answers = made.map(({ answer }) => answer)
  expectWithin(
    sessionIn(session, first.under),
    most,
    await receivedAfter(
      session,
      url,
      answers.map((answer) => ({ answer })),
    ),
  )
  return first.answer
}

/** An accepted payment, and the token whose list shows it if that is not the full one. */
export interface Made {
  answer: Answer
  token?: Credential | undefined
}

/** Returns the state of the receiver once these payments have settled. */
export async function receivedAfter(session: Session, url: string, made: readonly Made[]): Promise<Received> {
  for (const { answer, token } of made)
    await settledOf(session, idIn(answer, 'a payment has no id to watch'), token)
  const after = await readReceiver(session, url)
  if (!after) throw unread(session, url)
  return after
}

export function expectWithin(session: Session, most: Amount, { receivedAmount, answer }: Received): void {
  expectThat(session, answer, withinMaximum, {
    held: isAtMost(receivedAmount, most) !== false,
    want: `receivedAmount of at most ${inWords(most)}`,
    got: `receivedAmount ${inWords(receivedAmount)}`,
  })
}

/** The error for a receiver that did not get its full amount. The interface leaves open how long money takes. */
const notFull = (session: Session, received: Amount, moved: number): MissingPrerequisite => {
  const fact = `the receiver got only ${inWords(received)} ${inTime(session, moved)}`
  const key = session.time.server
    ? 'receivers.fixed in the target file: a receiver that can be paid in full'
    : 'clock in the target file, or a longer limits.settleTimeout'
  return new MissingPrerequisite(`${key}: ${fact}`)
}

/** The most receivers that are read in search of one that no earlier run has paid in full. */
const mostCompleted = 12

/** Returns the receiver, or the next one of its kind that is not completed. */
export async function notYetCompleted(session: Session, first: Receiver): Promise<Receiver> {
  let own: Receiver | undefined = first
  for (let looked = 0; own && looked < mostCompleted; looked++) {
    const seen = await seeReceiver(session, own.url)
    if (!seen?.completed) return own
    own = await session.supplies.receivers.alone('fixed')
  }
  throw new MissingPrerequisite(
    'receivers.fixed in the target file: one more receiver, which no earlier run has paid in full',
  )
}
