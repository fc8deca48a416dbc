import { expectThat, noteOpen } from '../../../src/check/expect-answer.ts'
import type { Session } from '../../../src/check/session.ts'
import { watch, watchOut } from '../../../src/check/watch.ts'
import { inWords, numberOf, sameAsset } from '../../../src/core/amount.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import { isSumOfSome } from '../../sequences/service.ts'
import { amountIn } from '../../support/fields.ts'
import { isHere, type Received, readReceiver, seeReceiver } from '../../support/receiving.ts'
import { inTime, inWordsOf, type PaymentView, within } from './watching.ts'

const arrives = 'incoming-payment.received-amount.arrives'
const arrivalTime = 'incoming-payment.received-amount.time'
const elsewhere = 'incoming-payment.received-amount.arrives-elsewhere'

export const arrivalClaims = [arrives, arrivalTime, elsewhere]

const asSent = 'incoming-payment.received-amount.as-sent'
const once = 'incoming-payment.received-amount.once'
const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'

export const sumClaims = [asSent, once, noMoreThanPaid]

/** The kind of the waits for money at a receiver. Such waits are cut short once earlier money never came. */
export const arrivals = 'arrivals'

/** A payment that was sent in full by its own account, and its receiver as it was before. */
interface ArrivingPayment {
  into: string
  before: Received
  paid: PaymentView
}

const hasRisen =
  ({ before }: ArrivingPayment) =>
  (seen: Received | undefined): boolean =>
    seen === undefined || numberOf(seen.receivedAmount) > numberOf(before.receivedAmount)

/** Claims that the money arrives. Moves the server's time on if it does not. */
export async function expectArrival(session: Session, sent: ArrivingPayment): Promise<void> {
  await noteArrivalElsewhere(session, sent)
  if (!isHere(session, sent.into)) return
  const look = () => readReceiver(session, sent.into)
  const { seen, moved } = await watchOut(session, look, hasRisen(sent), arrivals)
  if (seen) expectRisen(session, sent, seen, moved)
}

/**
 * Looks for the money without moving the server's time, because other checks run meanwhile. Money that has not arrived
 * may still be on its way there.
 */
export async function lookForArrival(session: Session, sent: ArrivingPayment): Promise<void> {
  await noteArrivalElsewhere(session, sent)
  if (!isHere(session, sent.into)) return
  const seen = await watch(session, () => readReceiver(session, sent.into), hasRisen(sent), arrivals)
  if (seen && (hasRisen(sent)(seen) || !session.time.server)) expectRisen(session, sent, seen, 0)
}

const expectRisen = (session: Session, sent: ArrivingPayment, seen: Received, moved: number): void => {
  const { into, before, paid } = sent
  const held = hasRisen(sent)(seen)
  const time = inTime(session, moved)
  expectThat(session, seen.answer, arrives, {
    held,
    want: `receivedAmount above ${inWords(before.receivedAmount)} at ${into} ${time}, because ${inWordsOf(paid)}`,
    got: `receivedAmount ${inWords(seen.receivedAmount)} at ${into}`,
  })
  if (held) noteOpen(session, seen.answer, arrivalTime, `the money of a payment arrived ${time}`)
}

/**
 * Notes whether money arrives at a receiver on another server. The server under test cannot influence what that server
 * shows.
 */
const noteArrivalElsewhere = async (session: Session, sent: ArrivingPayment): Promise<void> => {
  const { into, before } = sent
  if (isHere(session, into))
    return noteOpen(session, before.answer, elsewhere, 'the receiver is on the server under test')
  const after = await watch(session, () => seeReceiver(session, into), hasRisen(sent), arrivals)
  if (!after) return
  const got = hasRisen(sent)(after) ? 'it arrived' : `nothing arrived ${within(session)}`
  noteOpen(session, after.answer, elsewhere, `${got} at a receiver on another server`)
}

/** Payments that were sent in full, and the receiver that they alone pay into. */
interface ArrivingSum extends Pick<ArrivingPayment, 'into' | 'before'> {
  paid: readonly Answer[]
}

/**
 * Claims that the receiver gets the sum of the payments, and no more. A payment that was requested again after a failure
 * of the server may have been made twice.
 */
export async function expectSum(session: Session, { into, before, paid }: ArrivingSum): Promise<void> {
  const amounts = paid.flatMap((answer) => amountIn(answer, 'receiveAmount') ?? [])
  const { receivedAmount } = before
  if (!isHere(session, into) || !amounts.every((amount) => sameAsset(amount, receivedAmount))) return
  if (amounts.length < paid.length || paid.some(({ repeats }) => repeats !== undefined)) return
  const values = amounts.map(numberOf)
  const due = values.reduce((sum, value) => sum + value, numberOf(receivedAmount))
  const hasAll = (seen: Received | undefined) => seen === undefined || numberOf(seen.receivedAmount) >= due
  const last = await watch(session, () => readReceiver(session, into), hasAll, arrivals)
  if (!last) return
  const excess = numberOf(last.receivedAmount) - due
  const isTwice = isSumOfSome(values, excess)
  const want = `receivedAmount risen from ${receivedAmount.value} by ${values.join(' + ')}`
  const got = `receivedAmount ${inWords(last.receivedAmount)} at ${into}`
  expectThat(session, last.answer, asSent, { held: excess >= 0n, want, got })
  expectThat(session, last.answer, once, { held: !isTwice, want, got })
  expectThat(session, last.answer, noMoreThanPaid, { held: excess <= 0n || isTwice, want, got })
}
