import { type Amount, inWords, numberOf, sameAsset } from '../../core/amount.ts'
import type { Environment } from '../../core/environment.ts'
import type { Payment } from '../../probe/receiver-kinds.ts'
import { arrivalRequirement, notJudged, type PaymentOutcome, unmet } from './outcome.ts'
import type { ReceiverBefore, TriedCase } from './receiver.ts'
import type { PaymentSide, QuoteMade, SentPayment } from './side.ts'

export type PayingWorld = Pick<Environment, 'now' | 'wait'>

export interface WatchedCase extends TriedCase {
  world: PayingWorld
  /** Requests the payments of two payers at the same time. */
  atOnce: boolean
}

export interface Paid {
  id: string
  quote: QuoteMade
  sender: PaymentSide
}

/** Milliseconds between two looks. */
const pause = 250

/** Milliseconds during which nothing may arrive, if nothing is supposed to. */
const stillness = 1000

const withinMaximum = 'incoming-payment.received-amount.within-maximum'

/** Watches both ends until everything that was sent has arrived, or the time is up. */
export async function arrival(
  trial: WatchedCase,
  begun: ReceiverBefore,
  payments: readonly Paid[],
): Promise<PaymentOutcome> {
  const { sender, receiver, talk, world } = trial
  const wanted = payments.reduce((sum, { quote }) => sum + numberOf(quote.receiveAmount), 0n)
  const until = world.now().getTime() + settleTimeoutOf(sender)
  for (;;) {
    const sent = await Promise.all(payments.map(({ sender: payer, id }) => talk.readSent(payer, id)))
    const { shows: payment } = await talk.readReceiver(receiver, begun.receiver)
    const arrived = receivedSince(begun.before, payment)
    const wrong = overfilled(begun, payment) ?? deadOf(sender, sent)
    if (wrong) return wrong
    if (arrived !== undefined && arrived > wanted)
      return unmet('incoming-payment.received-amount.no-more-than-paid', begun.holder, {
        step: 'watch the receiver',
        want: `receivedAmount up by ${wanted}`,
        got: `up by ${arrived}`,
      })
    if (arrived === wanted) return { status: 'passed', requirement: requirementOf(trial, begun) }
    if (world.now().getTime() >= until)
      return sent.every((one) => one && isSent(one))
        ? notArrived(sender, begun, wanted, arrived)
        : notJudged(
            `not sent in full within limits.settleTimeout of ${sender.name} (${settleTimeoutOf(sender) / 1000} s)`,
          )
    await world.wait(pause)
  }
}

const requirementOf = ({ sender, kind }: WatchedCase, { holder }: ReceiverBefore): string =>
  kind === 'two payers' ? withinMaximum : arrivalRequirement(sender, holder)

/** Returns the outcome if the receiver itself shows that it took too much. It does not matter who paid. */
const overfilled = (
  { before, holder }: ReceiverBefore,
  payment: Payment | undefined,
): PaymentOutcome | undefined => {
  const [received, most] = [payment?.receivedAmount, payment?.incomingAmount ?? before.incomingAmount]
  if (!received || !most || !sameAsset(received, most)) return undefined
  if (numberOf(received) <= numberOf(most)) return undefined
  return unmet(withinMaximum, holder, {
    step: 'watch the receiver',
    want: `receivedAmount of at most its incomingAmount, ${inWords(most)}`,
    got: inWords(received),
    alone: true,
  })
}

const isSent = ({ sentAmount, debitAmount }: SentPayment): boolean =>
  numberOf(sentAmount) >= numberOf(debitAmount)

/** A payment may fail. It must not say so if everything was sent. */
const deadOf = (
  sender: PaymentSide,
  sent: ReadonlyArray<SentPayment | undefined>,
): PaymentOutcome | undefined => {
  const dead = sent.find((one) => one?.failed)
  if (!dead) return undefined
  const got = `failed after ${inWords(dead.sentAmount)}`
  const step = 'watch the payment'
  return isSent(dead)
    ? unmet('outgoing-payment.failed.not-when-sent', sender, {
        step,
        want: 'failed is not true, as all was sent',
        got,
        alone: true,
      })
    : unmet('outgoing-payment.sent-amount.reaches-debit', sender, {
        step,
        want: 'a payment that is sent',
        got,
      })
}

const settleTimeoutOf = ({ trials }: PaymentSide): number => trials.target.limits.settleTimeout

const notArrived = (
  sender: PaymentSide,
  { holder }: ReceiverBefore,
  wanted: bigint,
  arrived: bigint | undefined,
): PaymentOutcome =>
  unmet(arrivalRequirement(sender, holder), holder, {
    step: 'watch the receiver',
    want: `receivedAmount up by ${wanted}, as the sender says that all was sent`,
    got: `up by ${arrived ?? 'nothing that can be read'} after ${settleTimeoutOf(sender) / 1000} s`,
  })

const receivedSince = (before: Payment, after: Payment | undefined): bigint | undefined =>
  before.receivedAmount && after?.receivedAmount
    ? numberOf(after.receivedAmount) - numberOf(before.receivedAmount)
    : undefined

/** The requirements that a receiver of this kind gets nothing. */
export const nothingArrivesBy = {
  expired: 'incoming-payment.expires-at.no-payments',
  completed: 'incoming-payment.completed.no-payments',
} as const

/** Watches a receiver that accepts no payments after a payment into it was accepted. */
export async function nothingArrives(
  { receiver, talk, world }: WatchedCase,
  kind: 'expired' | 'completed',
  begun: ReceiverBefore,
): Promise<PaymentOutcome> {
  await world.wait(stillness)
  const { shows: payment } = await talk.readReceiver(receiver, begun.receiver)
  const arrived = receivedSince(begun.before, payment)
  const requirement = nothingArrivesBy[kind]
  if (arrived === undefined) return notJudged(`${receiver.name} does not show the receiver any more`)
  if (arrived === 0n) return { status: 'passed', requirement }
  return unmet(requirement, begun.holder, {
    step: 'watch the receiver',
    want: `nothing paid into a receiver that is ${kind}`,
    got: `receivedAmount up by ${arrived}`,
    alone: true,
  })
}

/**
 * Watches a receiver with two payments under way. More than its incomingAmount must never arrive. That the receiver is
 * filled is not required: quotes round, and a server may let the second payment fail.
 */
export async function filledOnce(
  { receiver, talk, world }: WatchedCase,
  begun: ReceiverBefore,
  payments: readonly Paid[],
): Promise<PaymentOutcome> {
  const until = world.now().getTime() + settleTimeoutOf(receiver)
  const { incomingAmount: most } = begun.before
  let full: number | undefined
  for (;;) {
    const { shows: payment } = await talk.readReceiver(receiver, begun.receiver)
    const wrong = overfilled(begun, payment)
    if (wrong) return wrong
    const [received, now] = [payment?.receivedAmount, world.now().getTime()]
    if (received && most && numberOf(received) === numberOf(most)) full ??= now
    if (full !== undefined && now - full >= stillness) return { status: 'passed', requirement: withinMaximum }
    if (full === undefined && now >= until) return notFilled(begun, received, payments)
    await world.wait(pause)
  }
}

const notFilled = (
  { holder, before: { incomingAmount: most } }: ReceiverBefore,
  received: Amount | undefined,
  payments: readonly Paid[],
): PaymentOutcome => ({
  status: 'noted',
  requirement: withinMaximum,
  broken: {
    step: 'watch the receiver',
    at: holder.name,
    want: `at most ${most ? inWords(most) : 'the incomingAmount'}, of which quotes promised ${payments.map(({ quote }) => inWords(quote.receiveAmount)).join(' and ')}`,
    got: received ? inWords(received) : 'nothing that can be read',
  },
})
