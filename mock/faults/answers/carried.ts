import { answer, type Shown } from '../../core/answer.ts'
import { firstWallet } from '../../state/lookup.ts'
import type { Behaviour, Context, World } from '../../state/world.ts'
import { type Defect, faultBy } from '../fault.ts'

// Faults by which a refusal shows what it should not, or the requested resource is one of another kind.

type RefusedBy = Behaviour['answers']['refused']

/** Returns the requested resource in the form for a client that may see it. */
const resourceOf = ({ behaviour }: World, { subject }: Context): Shown | undefined => {
  const { quote, incomingPayment, outgoingPayment } = subject
  if (quote) return behaviour.quotes.show(quote)
  if (incomingPayment) return behaviour.incomingPayments.show(incomingPayment)
  return outgoingPayment && behaviour.outgoingPayments.show(outgoingPayment)
}

const pageOf = (world: World, context: Context): Shown | undefined => {
  const result = itemsOf(world, context)
  return result && { pagination: { hasNextPage: false, hasPreviousPage: false }, result }
}

const itemsOf = (world: World, { operation, subject, token }: Context): Shown[] | undefined => {
  const wallet = subject.wallet ?? firstWallet(world)
  const { lists, incomingPayments, outgoingPayments } = world.behaviour
  if (operation === 'list-incoming-payments')
    return lists.items(world.incomingPayments, wallet, token).map(incomingPayments.show)
  return operation === 'list-outgoing-payments'
    ? lists.items(world.outgoingPayments, wallet, token).map(outgoingPayments.show)
    : undefined
}

/** Adds fields to the bodies of refusals with that status. */
const carrying =
  (status: number, carried: typeof pageOf) =>
  (refused: RefusedBy, world: World): typeof refused =>
  (refusal) => {
    const whole = refused(refusal)
    const shown = whole.status === status && refusal.context ? carried(world, refusal.context) : undefined
    return shown ? { ...whole, body: { ...Object(whole.body), ...shown } } : whole
  }

/** The statuses whose refusals carry something, each with its word in ids, and what they carry. */
const statuses = [
  ['forbidden', 403],
  ['unauthorized', 401],
] as const
const carried = [
  ['the-resource', 'the fields of the requested resource', resourceOf],
  ['the-page', 'the requested page', pageOf],
] as const

export const carryingFaults: readonly Defect[] = statuses.flatMap(([word, status]) =>
  carried.map(([end, what, shown]) =>
    faultBy('answers', 'refused', {
      id: `${word}-with-${end}`,
      breaks: 'errors.nothing-carried',
      says: `A ${status} contains ${what}`,
      by: carrying(status, shown),
    }),
  ),
)

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
export const foundInAnotherFaults: readonly Defect[] = [
  ...found.map(([kind, as]) => {
    const name = kind.replace('-', ' ')
    return faultBy('answers', 'refused', {
      id: `${kind}-found-as-${as}`,
      breaks: `errors.404.get-${as}`,
      says: `The id of ${kind === 'quote' ? 'a' : 'an'} ${name} under /${as}s shows the ${name}`,
      guards: [`${as}-known`],
      by: finding(`${as}-known`, shownAs[kind]),
    })
  }),
  faultBy('answers', 'refused', {
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
  }),
]
