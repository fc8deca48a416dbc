import { ownReceiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { amountIn } from '../support/fields.ts'
import { type Received, readReceiver, seeReceiver, unread } from '../support/receiving.ts'
import { createPayment } from '../support/requests.ts'
import { quoteToPay } from './quote-to-pay.ts'
import { settled, within } from './watching.ts'

const aReceiverInFullForm =
  'receivers.access in the target file: a token that can read the full form of the receivers, with `completed`'

export const completes = scenario({
  id: 'settling/completes-when-full',
  title: 'An incoming payment is completed once it has received its incomingAmount',
  detects: 'completed-never',
  operations: ['create-quote', 'create-outgoing-payment', 'get-incoming-payment'],
  needs: { own: ownReceiver('fixed') },
  waits: true,
  claims: ['incoming-payment.completed.when-full'],
  cost: { requests: 30, quotes: 1, payments: 1 },
  run: async (session, { own: first }) => {
    const own = await notYetCompleted(session, first)
    const { id, quote, debits } = await quoteToPay(session, { receiver: own.url })
    await settled(session, createPayment(session, { quoteId: id }, debits))
    const isFull = ({ receivedAmount, incomingAmount = own.incomingAmount }: Received): boolean =>
      incomingAmount !== undefined && numberOf(receivedAmount) >= numberOf(incomingAmount)
    const last = await watch(
      session,
      () => readReceiver(session, own.url),
      (seen) => seen !== undefined && (seen.completed ?? isFull(seen)),
      'completion',
    )
    if (!last) throw unread(session, own.url)
    const { receivedAmount, completed } = last
    const quoted = amountIn(quote, 'receiveAmount')
    if (!isFull(last) && quoted && numberOf(receivedAmount) >= numberOf(quoted))
      throw new MissingPrerequisite(
        'a quote without an amount that covers the whole missing amount of its receiver; the quote of this server is for less',
      )
    if (!isFull(last))
      throw new PreconditionFailed(`the receiver got only ${inWords(receivedAmount)} ${within(session)}`)
    if (completed === undefined) throw new MissingPrerequisite(aReceiverInFullForm)
    expectThat(session, last.answer, 'incoming-payment.completed.when-full', {
      held: completed,
      want: `completed true ${within(session)}, because receivedAmount is incomingAmount`,
      got: `completed ${completed}`,
    })
  },
})

/** How many are looked at: those that earlier runs have paid in full. */
const mostCompleted = 12

/** The receiver, or the next one of its kind that has not completed. */
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
