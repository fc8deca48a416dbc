import { answer, type Shown } from '../../core/answer.ts'
import type { Behaviour, World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'

type RefusedBy = Behaviour['answers']['refused']

/** Shows the resource of another collection if the guard refuses its id. */
const finding =
  (guard: string, shownIn: (world: World, id: string) => Shown | undefined) =>
  (refused: RefusedBy, world: World): RefusedBy =>
  (refusal) => {
    const id = refusal.guard === guard ? refusal.context?.id : undefined
    const shown = id === undefined ? undefined : shownIn(world, id)
    return shown ? answer(200, shown) : refused(refusal)
  }

const incomingPayment = (world: World, id: string): Shown | undefined => {
  const payment = world.incomingPayments.get(id)
  return payment && world.behaviour.incomingPayments.show(payment)
}

const quote = (world: World, id: string): Shown | undefined => {
  const found = world.quotes.get(id)
  return found && world.behaviour.quotes.show(found)
}

const outgoingPayment = (world: World, id: string): Shown | undefined => {
  const payment = world.outgoingPayments.get(id)
  return payment && world.behaviour.outgoingPayments.show(payment)
}

/** Faults of servers whose collections share a table, or that look up an id before checking its kind. */
export const foundInAnotherFaults: readonly Defect[] = faultsBy('answers', 'refused', [
  {
    id: 'incoming-payment-found-as-quote',
    breaks: 'errors.404.get-quote',
    says: 'The id of an incoming payment under /quotes shows the incoming payment',
    guards: ['quote-known'],
    by: finding('quote-known', incomingPayment),
  },
  {
    id: 'quote-found-as-incoming-payment',
    breaks: 'errors.404.get-incoming-payment',
    says: 'The id of a quote under /incoming-payments shows the quote',
    guards: ['incoming-payment-known'],
    by: finding('incoming-payment-known', quote),
  },
  {
    id: 'outgoing-payment-found-as-incoming-payment',
    breaks: 'errors.404.get-incoming-payment',
    says: 'The id of an outgoing payment under /incoming-payments shows the outgoing payment',
    guards: ['incoming-payment-known'],
    by: finding('incoming-payment-known', outgoingPayment),
  },
  {
    id: 'incoming-payment-found-as-outgoing-payment',
    breaks: 'errors.404.get-outgoing-payment',
    says: 'The id of an incoming payment under /outgoing-payments shows the incoming payment',
    guards: ['outgoing-payment-known'],
    by: finding('outgoing-payment-known', incomingPayment),
  },
  {
    id: 'incoming-payment-among-quotes-forbidden',
    breaks: 'errors.404.get-quote',
    says: 'The id of an incoming payment under /quotes gets a 403',
    guards: ['quote-known'],
    by: (refused, world) => (refusal) => {
      const { guard, context } = refusal
      const isPayment = guard === 'quote-known' && world.incomingPayments.get(context?.id ?? '')
      return isPayment
        ? refused({ status: 403, description: 'The resource is not a quote', guard })
        : refused(refusal)
    },
  },
])
