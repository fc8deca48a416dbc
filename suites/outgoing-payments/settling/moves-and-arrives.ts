import { scenario } from '../../../src/check/kinds/scenario.ts'
import { ownReceiver, receiver } from '../../../src/check/needs/need.ts'
import { PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { isCutShort } from '../../../src/check/watch.ts'
import { expectThat } from '../../../src/check/whole.ts'
import { nearControl } from '../../support/near-control.ts'
import { idIn, make } from '../../support/operations.ts'
import { readReceiver, seeReceiver } from '../../support/receiving.ts'
import { payDirectly } from '../../support/requests.ts'
import { arrivalClaims, expectArrival, lookForArrival } from './arrival.ts'
import {
  hasMoved,
  inState,
  isSentInFull,
  movement,
  type PaymentSight,
  settledOf,
  within,
} from './watching.ts'

export const settles = scenario({
  id: 'settling/moves-and-arrives',
  title: 'A payment is processed, and the sent amount arrives',
  detects: 'received-amount-never-rises',
  operations: ['create-outgoing-payment', 'list-outgoing-payments', 'get-incoming-payment'],
  needs: { own: ownReceiver('open') },
  waits: true,
  movesTime: true,
  claims: ['outgoing-payment.processed', 'outgoing-payment.sent-amount.reaches-debit', ...arrivalClaims],
  cost: { requests: 21, payments: 1 },
  run: async (session, { own }) => {
    const before = await seeReceiver(session, own.url)
    const { paid } = await nearControl(session, 1, async (amount) => ({
      paid: await make(session, payDirectly(session, own.url, amount)),
    }))
    // The receiver is also read while the payment is under way: the rules check that it never takes back what it has
    // shown.
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
    if (before && isSentInFull(last)) await expectArrival(session, { into: own.url, before, paid: last })
  },
})

/**
 * Claims that the payment was processed. `wasShort`: the wait was shorter than settleTimeout, because earlier payments
 * did not move for that long.
 */
const expectProcessed = (session: Session, last: PaymentSight, wasShort: boolean): void => {
  if (wasShort && !hasMoved(last))
    throw new PreconditionFailed(`the payment did not move, like others before it ${within(session)}`)
  expectThat(session, last.answer, 'outgoing-payment.processed', {
    held: hasMoved(last),
    want: `sentAmount moves or failed turns true ${within(session)}`,
    got: inState(last),
  })
}

/**
 * Payments are made one after the other, so that the grant shows its spending before, between and after settled ones.
 */
export const oneAfterAnother = scenario({
  id: 'settling/one-after-another',
  title: 'Payments made one after the other are all processed, and arrive',
  detects: 'payment-never-moves',
  operations: ['create-outgoing-payment', 'list-outgoing-payments', 'get-incoming-payment'],
  needs: { open: receiver('open') },
  waits: true,
  claims: ['outgoing-payment.processed', ...arrivalClaims],
  cost: { requests: 105, payments: 4 },
  run: async (session, { open }) => {
    const pay = (digit: number) =>
      nearControl(session, digit, async (amount) => ({
        paid: await make(session, payDirectly(session, open.url, amount)),
      }))
    for (const digit of [5, 6, 8]) {
      const before = await seeReceiver(session, open.url)
      const wasShort = isCutShort(session, movement)
      const { paid } = await pay(digit)
      const last = await settledOf(session, idIn(paid, 'no payment could be created to watch'))
      expectProcessed(session, last, wasShort)
      if (before && isSentInFull(last)) await lookForArrival(session, { into: open.url, before, paid: last })
    }
    idIn((await pay(2)).paid, 'no last payment could be created')
  },
})
