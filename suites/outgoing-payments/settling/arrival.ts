import type { Session } from '../../../src/check/session.ts'
import { watch, watchOut } from '../../../src/check/watch.ts'
import { expectThat } from '../../../src/check/whole.ts'
import { inWords, numberOf } from '../../../src/core/amount.ts'
import { isHere, type Received, readReceiver, seeReceiver } from '../../support/receiving.ts'
import { inTime, inWordsOf, type PaymentSight, within } from './watching.ts'

const arrives = 'incoming-payment.received-amount.arrives'
const arrivalTime = 'incoming-payment.received-amount.time'
const elsewhere = 'incoming-payment.received-amount.arrives-elsewhere'

export const arrivalClaims = [arrives, arrivalTime, elsewhere]

/** The kind of the waits for money at a receiver. Such waits are cut short once earlier money never came. */
export const arrivals = 'arrivals'

/** A payment that was sent in full by its own account, and its receiver as it was before. */
interface ArrivingPayment {
  into: string
  before: Received
  paid: PaymentSight
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
  if (!held) return
  const got = `the money of a payment arrived ${time}`
  session.observe({ requirement: arrivalTime, outcome: 'noted', want: 'left open', got, answer: seen.answer })
}

/**
 * Notes whether money arrives at a receiver on another server. The server under test cannot influence what that server
 * shows.
 */
const noteArrivalElsewhere = async (session: Session, sent: ArrivingPayment): Promise<void> => {
  const { into, before } = sent
  const noted = { requirement: elsewhere, outcome: 'noted', want: 'left open' } as const
  if (isHere(session, into)) {
    const got = 'the receiver is on the server under test'
    return session.observe({ ...noted, got, answer: before.answer })
  }
  const after = await watch(session, () => seeReceiver(session, into), hasRisen(sent), arrivals)
  if (!after) return
  const got = hasRisen(sent)(after) ? 'it arrived' : `nothing arrived ${within(session)}`
  session.observe({ ...noted, got: `${got} at a receiver on another server`, answer: after.answer })
}
