import type { Answer } from '../core/answer.ts'
import { answer } from '../core/answer.ts'
import type { Behaviour, NamedRefusal, World } from '../state/world.ts'
import type { Fault } from './fault.ts'

/** What a collection answers for an id that only another collection has. */
type Found = (world: World, id: string, behaviour: Behaviour) => Answer | undefined

const foundInAnother = (id: string, breaks: string, says: string, guard: string, found: Found): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  guards: [guard],
  override: (behaviour) => ({
    refused: (world: World, refusal: NamedRefusal) => {
      const asked = refusal.guard === guard ? refusal.context?.id : undefined
      const instead = asked === undefined ? undefined : found(world, asked, behaviour)
      return instead ?? behaviour.refused(world, refusal)
    },
  }),
})

const incomingPayment: Found = (world, id, { showIncomingPayment }) => {
  const payment = world.incomingPayments.get(id)
  return payment && answer(200, showIncomingPayment(world, payment))
}

const quote: Found = (world, id, { showQuote }) => {
  const found = world.quotes.get(id)
  return found && answer(200, showQuote(world, found))
}

const outgoingPayment: Found = (world, id, { showOutgoingPayment }) => {
  const payment = world.outgoingPayments.get(id)
  return payment && answer(200, showOutgoingPayment(world, payment))
}

/** Servers whose collections share a table, or look up an id before they look at its kind. */
export const foundInAnotherFaults: readonly Fault[] = [
  foundInAnother(
    'incoming-payment-found-as-quote',
    'errors.404.get-quote',
    'The id of an incoming payment under /quotes shows the incoming payment',
    'quote-known',
    incomingPayment,
  ),
  foundInAnother(
    'quote-found-as-incoming-payment',
    'errors.404.get-incoming-payment',
    'The id of a quote under /incoming-payments shows the quote',
    'incoming-payment-known',
    quote,
  ),
  foundInAnother(
    'outgoing-payment-found-as-incoming-payment',
    'errors.404.get-incoming-payment',
    'The id of an outgoing payment under /incoming-payments shows the outgoing payment',
    'incoming-payment-known',
    outgoingPayment,
  ),
  foundInAnother(
    'incoming-payment-found-as-outgoing-payment',
    'errors.404.get-outgoing-payment',
    'The id of an incoming payment under /outgoing-payments shows the incoming payment',
    'outgoing-payment-known',
    incomingPayment,
  ),
  foundInAnother(
    'incoming-payment-among-quotes-forbidden',
    'errors.404.get-quote',
    'The id of an incoming payment under /quotes gets a 403',
    'quote-known',
    (world, id, { refused }) =>
      world.incomingPayments.get(id) &&
      refused(world, { status: 403, description: 'The resource is not a quote', guard: 'quote-known' }),
  ),
]
