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

/** What waiting for money at a receiver is called: it is cut short if earlier money never came. */
export const arrivals = 'arrivals'

/** A payment that says it sent its full amount, and its receiver before. */
interface ArrivingPayment {
  into: string
  before: Received
  paid: PaymentSight
}

const hasRisen =
  ({ before }: ArrivingPayment) =>
  (seen: Received | undefined): boolean =>
    seen === undefined || numberOf(seen.receivedAmount) > numberOf(before.receivedAmount)

/** Moves the server's time on for money that does not arrive. */
export async function expectArrival(session: Session, sent: ArrivingPayment): Promise<void> {
  await noteArrivalElsewhere(session, sent)
  if (!isHere(session, sent.into)) return
  const look = () => readReceiver(session, sent.into)
  const { seen, moved } = await watchOut(session, look, hasRisen(sent), arrivals)
  if (seen) expectRisen(session, sent, seen, moved)
}

/** The same beside other checks, for which the server's time stays as it is: what has not arrived may be on its way there. */
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

/** What another server shows is not in the hands of the one that is judged. */
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
