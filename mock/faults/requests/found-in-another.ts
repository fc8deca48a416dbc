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

/** The resources whose ids may be found among those of another kind. */
const shownAs = {
  quote: (world: World, id: string): Shown | undefined => {
    const quote = world.quotes.get(id)
    return quote && world.behaviour.quotes.show(quote)
  },
  'incoming-payment': (world: World, id: string): Shown | undefined => {
    const payment = world.incomingPayments.get(id)
    return payment && world.behaviour.incomingPayments.show(payment)
  },
  'outgoing-payment': (world: World, id: string): Shown | undefined => {
    const payment = world.outgoingPayments.get(id)
    return payment && world.behaviour.outgoingPayments.show(payment)
  },
}

type Kind = keyof typeof shownAs

const found: ReadonlyArray<readonly [kind: Kind, as: Kind]> = [
  ['incoming-payment', 'quote'],
  ['quote', 'incoming-payment'],
  ['outgoing-payment', 'incoming-payment'],
  ['incoming-payment', 'outgoing-payment'],
]

/** Faults of servers whose collections share a table, or that look up an id before checking its kind. */
export const foundInAnotherFaults: readonly Defect[] = faultsBy('answers', 'refused', [
  ...found.map(([kind, as]) => {
    const name = kind.replace('-', ' ')
    return {
      id: `${kind}-found-as-${as}`,
      breaks: `errors.404.get-${as}`,
      says: `The id of ${kind === 'quote' ? 'a' : 'an'} ${name} under /${as}s shows the ${name}`,
      guards: [`${as}-known`],
      by: finding(`${as}-known`, shownAs[kind]),
    }
  }),
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
