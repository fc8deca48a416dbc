import { ownReceiver, receiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { isCutShort, watch, watchOut } from '../../src/check/watch.ts'
import { expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { nearControl } from '../support/near-control.ts'
import { idIn, make } from '../support/operations.ts'
import { isHere, type Received, readReceiver, seeReceiver } from '../support/receiving.ts'
import { controlAmount, payDirectly } from '../support/requests.ts'
import {
  hasMoved,
  inState,
  isOver,
  isSentInFull,
  movement,
  type PaymentSight,
  settledOf,
  sightOf,
  within,
} from './watching.ts'

const failures = 'failures'
const arrivals = 'arrivals'

const arrivesElsewhere = 'incoming-payment.received-amount.arrives-elsewhere'

export const settles = scenario({
  id: 'settling/moves-and-arrives',
  title: 'A payment is processed, and the sent amount arrives',
  detects: 'received-amount-never-rises',
  operations: ['create-outgoing-payment', 'list-outgoing-payments', 'get-incoming-payment'],
  needs: { own: ownReceiver('open') },
  waits: true,
  movesTime: true,
  claims: [
    'outgoing-payment.processed',
    'outgoing-payment.sent-amount.reaches-debit',
    'incoming-payment.received-amount.arrives',
    arrivesElsewhere,
  ],
  cost: { requests: 21, payments: 1 },
  run: async (session, { own }) => {
    const before = await seeReceiver(session, own.url)
    const { paid } = await nearControl(session, 1, async (amount) => ({
      paid: await make(session, payDirectly(session, own.url, amount)),
    }))
    // While it is under way, for the rules: what the receiver shows must not be taken back.
    await readReceiver(session, own.url)
    const wasShort = isCutShort(session, movement)
    const last = await settledOf(session, idIn(paid, 'no payment could be created to watch'))
    expectProcessed(session, last, wasShort)
    if (last.failed) return
    session.observe({
      requirement: 'outgoing-payment.sent-amount.reaches-debit',
      outcome: 'noted',
      want: 'left open',
      got: isSentInFull(last) ? 'sentAmount ended at debitAmount' : 'sentAmount ended below debitAmount',
      answer: last.answer,
    })
    if (before && isSentInFull(last)) await expectArrival(session, own.url, before)
  },
})

/** `wasShort`: less was waited than settleTimeout, as other payments had stood still for that long. */
const expectProcessed = (session: Session, last: PaymentSight, wasShort: boolean): void => {
  if (wasShort && !hasMoved(last))
    throw new PreconditionFailed(`the payment did not move, like others before it ${within(session)}`)
  expectThat(session, last.answer, 'outgoing-payment.processed', {
    held: hasMoved(last),
    want: `sentAmount moves or failed turns true ${within(session)}`,
    got: inState(last),
  })
}

/** Shows what the grant has spent before, between and after payments that are done. */
export const oneAfterAnother = scenario({
  id: 'settling/one-after-another',
  title: 'Payments made one after the other are all processed, and arrive',
  detects: 'payment-never-moves',
  operations: ['create-outgoing-payment', 'list-outgoing-payments', 'get-incoming-payment'],
  needs: { open: receiver('open') },
  waits: true,
  claims: ['outgoing-payment.processed', 'incoming-payment.received-amount.arrives', arrivesElsewhere],
  cost: { requests: 71, payments: 3 },
  run: async (session, { open }) => {
    const pay = (digit: number) =>
      nearControl(session, digit, async (amount) => ({
        paid: await make(session, payDirectly(session, open.url, amount)),
      }))
    for (const digit of [5, 6]) {
      const before = await seeReceiver(session, open.url)
      const wasShort = isCutShort(session, movement)
      const { paid } = await pay(digit)
      const last = await settledOf(session, idIn(paid, 'no payment could be created to watch'))
      expectProcessed(session, last, wasShort)
      if (before && isSentInFull(last)) await expectArrival(session, open.url, before)
    }
    idIn((await pay(2)).paid, 'no last payment could be created')
  },
})

const expectArrival = async (session: Session, url: string, before: Received): Promise<void> => {
  const risen = ({ receivedAmount }: Received): boolean =>
    numberOf(receivedAmount) > numberOf(before.receivedAmount)
  await noteArrivalElsewhere(session, url, before, risen)
  if (!isHere(session, url)) return
  const after = await watchOut(
    session,
    () => readReceiver(session, url),
    (seen) => seen === undefined || risen(seen),
    arrivals,
    `the fully sent amount of the payment did not arrive at ${url}`,
  )
  if (!after) return
  expectThat(session, after.answer, 'incoming-payment.received-amount.arrives', {
    held: risen(after),
    want: `receivedAmount above ${before.receivedAmount.value}, because the payment sent its full amount; the run waited ten more minutes of the server's time`,
    got: `receivedAmount ${inWords(after.receivedAmount)}`,
  })
}

/** What another server shows is not in the hands of the one that is judged. */
const noteArrivalElsewhere = async (
  session: Session,
  url: string,
  before: Received,
  risen: (seen: Received) => boolean,
): Promise<void> => {
  const noted = { requirement: arrivesElsewhere, outcome: 'noted', want: 'left open' } as const
  if (isHere(session, url))
    return session.observe({
      ...noted,
      got: 'the receiver is on the server under test',
      answer: before.answer,
    })
  const after = await watch(
    session,
    () => seeReceiver(session, url),
    (seen) => seen === undefined || risen(seen),
    arrivals,
  )
  if (!after) return
  const got = risen(after) ? 'it arrived' : `nothing arrived ${within(session)}`
  session.observe({ ...noted, got: `${got} at a receiver on another server`, answer: after.answer })
}

export const failureIsMarked = scenario({
  id: 'settling/failure-is-marked',
  title: 'A payment that cannot be sent becomes failed',
  detects: 'failed-never-marked',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { own: ownReceiver('failing') },
  waits: true,
  movesTime: true,
  claims: ['outgoing-payment.failed.marked'],
  cost: { requests: 20, payments: 1 },
  run: async (session, { own }) => {
    const draft = payDirectly(session, own.url, controlAmount(session))
    const id = idIn(await make(session, draft), 'no payment could be created to watch')
    const notYet = `the payment to ${own.url} of receivers.failing neither failed nor was sent in full`
    const last = await watchOut(session, () => sightOf(session, id), isOver, failures, notYet)
    if (!last) throw new PreconditionFailed(`the list of outgoing payments does not show ${id}`)
    if (isSentInFull(last) && !last.failed)
      throw new PreconditionFailed(`the payment to ${own.url} of receivers.failing did not fail`)
    expectThat(session, last.answer, 'outgoing-payment.failed.marked', {
      held: last.failed,
      want: "failed true, at the latest after ten more minutes of the server's time",
      got: inState(last),
    })
  },
})
