import type { Shown } from '../core/answer.ts'
import { firstWallet } from '../state/lookup.ts'
import type { Context, World } from '../state/world.ts'
import type { Fault } from './fault.ts'

const breaks = 'errors.nothing-carried'

/** What the request asked for, as it is shown to whoever may see it. */
const resourceOf = (world: World, { subject }: Context): Shown | undefined => {
  const { quote, incomingPayment, outgoingPayment } = subject
  if (quote) return world.showQuote(world, quote)
  if (incomingPayment) return world.showIncomingPayment(world, incomingPayment)
  return outgoingPayment && world.showOutgoingPayment(world, outgoingPayment)
}

const pageOf = (world: World, { operation, subject, token }: Context): Shown | undefined => {
  const wallet = subject.wallet ?? firstWallet(world)
  if (operation === 'list-incoming-payments') {
    const { incomingPayments } = world
    return pageWith(
      world.listed(incomingPayments, wallet, token).map((each) => world.showIncomingPayment(world, each)),
    )
  }
  if (operation !== 'list-outgoing-payments') return undefined
  const { outgoingPayments } = world
  return pageWith(
    world.listed(outgoingPayments, wallet, token).map((each) => world.showOutgoingPayment(world, each)),
  )
}

const pageWith = (result: Shown[]): Shown => ({
  pagination: { hasNextPage: false, hasPreviousPage: false },
  result,
})

const carrying = (
  id: string,
  says: string,
  status: number,
  carried: (world: World, context: Context) => Shown | undefined,
): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ refused }) => ({
    refused: (world, refusal) => {
      const whole = refused(world, refusal)
      const shown = whole.status === status && refusal.context ? carried(world, refusal.context) : undefined
      return shown ? { ...whole, body: { ...Object(whole.body), ...shown } } : whole
    },
  }),
})

export const carryingFaults: readonly Fault[] = [
  carrying(
    'forbidden-with-the-resource',
    'A 403 contains the fields of the requested resource',
    403,
    resourceOf,
  ),
  carrying('forbidden-with-the-page', 'A 403 contains the requested page', 403, pageOf),
  carrying(
    'unauthorized-with-the-resource',
    'A 401 contains the fields of the requested resource',
    401,
    resourceOf,
  ),
  carrying('unauthorized-with-the-page', 'A 401 contains the requested page', 401, pageOf),
]
