import { expectThat, noteOpen } from '../../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { ownReceiver, receiver } from '../../../src/check/needs/need.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { isCutShort } from '../../../src/check/watch.ts'
import { type Answer, isAccepted } from '../../../src/http/answers/answer.ts'
import { textIn } from '../../../src/http/answers/shown.ts'
import { nearControl } from '../../support/near-control.ts'
import {
  creatingPayment,
  idIn,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
} from '../../support/operations.ts'
import { readReceiver, seeReceiver } from '../../support/receiving.ts'
import { payDirectly, withFields } from '../../support/requests.ts'
import { arrivalClaims, expectArrival, expectSum, lookForArrival, sumClaims } from './arrival.ts'
import { hasMoved, inState, isSentInFull, movement, type PaymentView, settledOf, within } from './watching.ts'

const reachesDebit = 'outgoing-payment.sent-amount.reaches-debit'

/**
 * Three payments are under way at the same time, so that the server counts each of them while it settles the others. The
 * last one has the amount of another, and other metadata: a server may refuse it, but not take it for that other one.
 */
export const settles = scenario({
  id: 'settling/moves-and-arrives',
  title: 'Payments that meet on their way into one receiver are processed, and their sum arrives',
  detects: 'received-amount-never-rises',
  requests: [upTo(3, creatingPayment), upTo(33, listingOutgoingPayments), upTo(21, readingIncomingPayment)],
  needs: { own: ownReceiver('open') },
  waits: true,
  movesTime: true,
  claims: ['outgoing-payment.processed', reachesDebit, ...arrivalClaims, ...sumClaims],
  run: async (session, { own }) => {
    const before = await seeReceiver(session, own.url)
    const paid = await payClosely(session, own.url)
    // The receiver is also read while the payments are under way: the rules check that it never takes back what it has
    // shown.
    await readReceiver(session, own.url)
    const wasShort = isCutShort(session, movement)
    const lasts: PaymentView[] = []
    for (const one of paid) {
      const last = await settledOf(session, idIn(one, 'no payment could be created to watch'))
      if (wasShort && !hasMoved(last)) throw notYet(session)
      expectProcessed(session, last, wasShort)
      lasts.push(last)
    }
    const [first] = lasts
    if (!first || lasts.some(({ failed }) => failed)) return
    const end = isSentInFull(first) ? 'at' : 'below'
    noteOpen(session, first.answer, reachesDebit, `sentAmount ended ${end} debitAmount`)
    if (!before || !lasts.every(isSentInFull)) return
    await expectArrival(session, { into: own.url, before, paid: first })
    await expectSum(session, { into: own.url, before, paid })
  },
})

/** The error for payments that do not move. A clock that the run can move does not help here if its time goes on by itself. */
const notYet = (session: Session): MissingPrerequisite => {
  const clock = session.time.server ? '' : 'clock in the target file, or '
  return new MissingPrerequisite(
    `${clock}a longer limits.settleTimeout: payments do not move ${within(session)}`,
  )
}

/** Makes a direct payment of an amount that ends in this digit. */
const payNear = async (
  session: Session,
  url: string,
  digit: number,
  fields: Record<string, unknown> = {},
): Promise<Answer> => {
  const { paid } = await nearControl(session, digit, async (amount) => ({
    paid: await make(session, withFields(payDirectly(session, url, amount), fields)),
  }))
  return paid
}

/**
 * Makes two payments at once, and a third as soon as they are answered. Returns each payment that was made once. A server
 * may take one at a time.
 */
const payClosely = async (session: Session, url: string): Promise<Answer[]> => {
  const noted = (description: string) => payNear(session, url, 8, { metadata: { description } })
  const atOnce = await Promise.all([payNear(session, url, 1), noted('Order 8')])
  const answers = [...atOnce, await noted('Order 9')]
  const made = new Map(answers.filter(isAccepted).map((answer) => [textIn(answer, 'id'), answer]))
  return made.size > 0 ? [...made.values()] : answers.slice(0, 1)
}

/**
 * Claims that the payment was processed. `wasShort`: the wait was shorter than settleTimeout, because earlier payments
 * did not move for that long.
 */
const expectProcessed = (session: Session, last: PaymentView, wasShort: boolean): void => {
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
  requests: [upTo(3, creatingPayment), upTo(39, listingOutgoingPayments), upTo(38, readingIncomingPayment)],
  needs: { open: receiver('open') },
  waits: true,
  claims: ['outgoing-payment.processed', ...arrivalClaims],
  run: async (session, { open }) => {
    for (const digit of [7, 6]) {
      const before = await seeReceiver(session, open.url)
      const wasShort = isCutShort(session, movement)
      const paid = await payNear(session, open.url, digit)
      const last = await settledOf(session, idIn(paid, 'no payment could be created to watch'))
      expectProcessed(session, last, wasShort)
      if (before && isSentInFull(last)) await lookForArrival(session, { into: open.url, before, paid: last })
    }
    idIn(await payNear(session, open.url, 2), 'no last payment could be created')
  },
})
