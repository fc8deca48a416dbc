import type { IncomingPayment } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import type { Fault } from '../fault.ts'
import { failingAt } from '../refusing-too-much.ts'

/** Milliseconds for which requests are in each other's way, and how many of a kind can be under way. */
const busy = 200
const mostCreations = 3
const mostCompletions = 2

const completions = new WeakMap<IncomingPayment, number[]>()

const isInTheWay = (world: World, payment: IncomingPayment): boolean => {
  const now = world.now()
  const underWay = (completions.get(payment) ?? []).filter((at) => now - at < busy)
  completions.set(payment, [...underWay, now])
  return underWay.length >= mostCompletions
}

/** Defects that show only where requests come at the same time. */
export const raceFaults: readonly Fault[] = [
  {
    id: 'incoming-ids-shared-at-once',
    breaks: 'service.ids.unique',
    says: 'If a client creates four incoming payments in a row within 200 milliseconds, the last two have the same id and createdAt',
    source: 'behaviour',
    operations: ['create-incoming-payment'],
    learns: ['answered'],
    // That is refused as an incomingAmount.
    never: ['value-0'],
    override: ({ makeIncomingPayment, answered }) => {
      let latest: IncomingPayment[] = []
      return {
        makeIncomingPayment: (world, order, client) => {
          const now = world.now()
          latest = latest.filter(({ createdAt }) => now - createdAt < busy)
          const twin = latest.length >= mostCreations ? latest.at(-1) : undefined
          const as = twin ? { ...world, now: () => twin.createdAt, newId: () => twin.id } : world
          const made = makeIncomingPayment(as, order, client)
          latest = [...latest, made]
          return made
        },
        answered: (answer, operation) => {
          if (operation !== 'create-incoming-payment') latest = []
          return answered(answer, operation)
        },
      }
    },
  },
  failingAt(
    'completing-at-once-answered-500',
    ['complete-incoming-payment'],
    'The third completion of an incoming payment within 200 milliseconds gets a 500',
    ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && isInTheWay(world, incomingPayment),
  ),
]
