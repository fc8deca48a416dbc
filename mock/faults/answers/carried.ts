import type { Shown } from '../../core/answer.ts'
import { firstWallet } from '../../state/lookup.ts'
import type { Behaviour, Context, World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'

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
  (refused: Behaviour['answers']['refused'], world: World): typeof refused =>
  (refusal) => {
    const whole = refused(refusal)
    const shown = whole.status === status && refusal.context ? carried(world, refusal.context) : undefined
    return shown ? { ...whole, body: { ...Object(whole.body), ...shown } } : whole
  }

const breaks = 'errors.nothing-carried'

export const carryingFaults: readonly Defect[] = faultsBy('answers', 'refused', [
  {
    id: 'forbidden-with-the-resource',
    breaks,
    says: 'A 403 contains the fields of the requested resource',
    by: carrying(403, resourceOf),
  },
  {
    id: 'forbidden-with-the-page',
    breaks,
    says: 'A 403 contains the requested page',
    by: carrying(403, pageOf),
  },
  {
    id: 'unauthorized-with-the-resource',
    breaks,
    says: 'A 401 contains the fields of the requested resource',
    by: carrying(401, resourceOf),
  },
  {
    id: 'unauthorized-with-the-page',
    breaks,
    says: 'A 401 contains the requested page',
    by: carrying(401, pageOf),
  },
])
