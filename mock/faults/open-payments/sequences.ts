import { amountOf } from '../../core/amounts.ts'
import { makeIncomingPayment } from '../../incoming-payments/create.ts'
import type { IncomingPayment, Stored } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultBy } from '../fault.ts'
import { failingAt } from '../requests/too-much.ts'
import { stillPaying } from '../resources/processing.ts'

// Defects of incoming payments that only a certain sequence of requests reveals.

const ofCompletion: readonly Defect[] = [
  faultBy('lists', 'items', {
    id: 'completed-incoming-payment-not-listed',
    breaks: 'list.complete',
    says: 'An incoming payment that a client created disappears from the list once it has completed',
    gives: (items: ReadonlyArray<Stored & Partial<IncomingPayment>>) =>
      items.filter((item) => !item.completed || item.client === undefined),
  }),
  faultBy('incomingPayments', 'make', {
    id: 'completion-forgotten-at-the-next',
    breaks: 'complete-incoming-payment.reads',
    says: 'An incoming payment that a client completed is open again once another is created on its wallet address',
    by: (make, world) => (order, client) => {
      const { isFull } = world.behaviour.incomingPayments
      for (const payment of world.incomingPayments.of(order.wallet))
        if (!isFull(payment)) payment.completed = false
      return make(order, client)
    },
  }),
  faultBy('incomingPayments', 'complete', {
    id: 'completing-again-reopens',
    breaks: 'complete-incoming-payment.completed',
    says: 'The second completion of an incoming payment opens it again',
    // The payment is completed when the fault shows, so its state is always `done`.
    never: ['state-new', 'state-under-way', 'state-failed'],
    by: (complete) => (payment) => {
      if (payment.completed) payment.completed = false
      else complete(payment)
    },
  }),
]

const ofPayments: readonly Defect[] = [
  {
    id: 'filled-incoming-payment-is-paid-again',
    breaks: 'incoming-payment.completed.no-payments',
    says: 'An incoming payment that a client created can still be paid after it has received its incomingAmount',
    without: ['payment-receiver-not-completed'],
    override: stillPaying(({ client, completed }) => client !== undefined && completed),
  },
  faultBy('incomingPayments', 'complete', {
    id: 'received-amount-paid-out-on-completion',
    breaks: 'incoming-payment.received-amount.grows',
    says: 'The completion of an incoming payment sets its receivedAmount to 0',
    by: (complete) => (payment) => {
      complete(payment)
      payment.receivedAmount = amountOf(0n, payment.receivedAmount)
    },
  }),
  {
    id: 'filled-by-several-not-completed',
    breaks: 'incoming-payment.completed.when-full',
    says: 'An incoming payment that a client created completes only if a single payment fills it',
    // An expired incoming payment accepts no more payments, so nothing can fill it.
    never: ['state-failed'],
    override: ({ incomingPayments: { isFull }, outgoingPayments: { pace } }) => {
      const payments = new Map<IncomingPayment, number>()
      return {
        outgoingPayments: {
          pace: (payment) => {
            payments.set(payment.receiver, (payments.get(payment.receiver) ?? 0) + 1)
            return pace(payment)
          },
        },
        incomingPayments: {
          isFull: (receiver) => isFull(receiver) && (!receiver.client || (payments.get(receiver) ?? 0) < 2),
        },
      }
    },
  },
]

/** Faults that need a sequence of at least three steps to show. */
export const sequenceFaults: readonly Defect[] = [...ofCompletion, ...ofPayments]

/** The milliseconds during which requests conflict, and how many of each kind may be under way. */
const busy = 1000
const mostCreations = 3
const mostCompletions = 2

const completions = new WeakMap<IncomingPayment, number[]>()

const isInTheWay = (world: World, payment: IncomingPayment): boolean => {
  const now = world.now()
  const underWay = (completions.get(payment) ?? []).filter((at) => now - at < busy)
  completions.set(payment, [...underWay, now])
  return underWay.length >= mostCompletions
}

/** Returns a world in which the next resource gets the id and the time of another one. */
const worldOf = ({ id, createdAt }: IncomingPayment, world: World): World => {
  const urls = { ...world.behaviour.urls, newId: () => id }
  return { ...world, now: () => createdAt, behaviour: { ...world.behaviour, urls } }
}

/** Defects that show only if requests arrive at the same time. */
export const raceFaults: readonly Defect[] = [
  {
    id: 'incoming-ids-shared-at-once',
    breaks: 'service.ids.unique',
    says: 'If a client creates four incoming payments in a row within a second, the last two have the same id and createdAt',
    operations: ['create-incoming-payment'],
    learns: ['answers.answered'],
    // A value of 0 is refused as an incomingAmount.
    never: ['value-0'],
    override: ({ incomingPayments: { make }, answers: { answered } }, world) => {
      let latest: IncomingPayment[] = []
      return {
        incomingPayments: {
          make: (order, client) => {
            const now = world.now()
            latest = latest.filter(({ createdAt }) => now - createdAt < busy)
            const twin = latest.length >= mostCreations ? latest.at(-1) : undefined
            const made = twin ? makeIncomingPayment(worldOf(twin, world), order, client) : make(order, client)
            latest = [...latest, made]
            return made
          },
        },
        answers: {
          answered: (answer, operation) => {
            if (operation !== 'create-incoming-payment') latest = []
            return answered(answer, operation)
          },
        },
      }
    },
  },
  failingAt({
    id: 'completing-at-once-answered-500',
    says: 'The third completion of an incoming payment within a second gets a 500',
    operations: ['complete-incoming-payment'],
    isRefused: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && isInTheWay(world, incomingPayment),
  }),
]
