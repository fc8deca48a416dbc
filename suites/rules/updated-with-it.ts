import { createMemory } from '../../src/check/memory.ts'
import type { PassiveCheck, Seen, Shown } from '../../src/check/passive.ts'
import { type Observed, resourcesIn } from '../../src/check/resource.ts'
import type { RuleHead } from '../../src/check/rule.ts'
import { comparable } from '../support/comparable.ts'
import { asMoment } from '../support/fields.ts'
import { aboutIncomingPayments, aboutOutgoingPayments } from './about.ts'

/** A resource as it was seen last, and the server's Date then. */
interface UpdateSight {
  state: string
  updatedAt: number
  date: number
  received: number
  number: number
}

const unmoved = { want: 'an updatedAt that changes with the shown fields', got: 'no change' }

/** Two changes may fall into one second, and clocks of several machines may differ a little. */
const tolerance = 5000

/**
 * What a resource shows has moved, and so should its updatedAt have. That it has not counts if by the server's own Date the
 * resource stood still for a while after its updatedAt: then the update is a later one.
 */
const movesWithIt = (
  { verifies, observes, ...head }: RuleHead,
  stateOf: (resource: Observed) => string | undefined,
): PassiveCheck => ({
  ...head,
  claims: () => [verifies],
  start: () => {
    const known = createMemory<UpdateSight>()
    return (seen) =>
      resourcesIn(seen, observes).flatMap((resource): Shown[] => {
        const before = known.get(resource.id)
        const now = sightOf(resource, stateOf(resource), seen)
        if (!now || (before && seen.exchange.sent < before.received)) return []
        known.set(resource.id, now)
        if (!before) return []
        if (before.state === now.state)
          return [{ requirement: verifies, resource: resource.id, held: true, ...unmoved }]
        const held = now.updatedAt > before.updatedAt
        if (!held && before.date < before.updatedAt + tolerance) return []
        const [was, is] = [before, now].map(({ updatedAt }) => new Date(updatedAt).toISOString())
        return [
          {
            requirement: verifies,
            resource: resource.id,
            held,
            want: `updatedAt after ${was}, because ${before.state} became ${now.state}`,
            got: `updatedAt ${is}`,
            earlier: before.number,
          },
        ]
      })
  },
})

const sightOf = (
  { fields }: Observed,
  state: string | undefined,
  { exchange }: Seen,
): UpdateSight | undefined => {
  const updatedAt = asMoment(fields['updatedAt'])
  const date = asMoment(exchange.response?.headers['date'])
  if (state === undefined || updatedAt === undefined || date === undefined) return undefined
  return { state, updatedAt, date, received: exchange.received, number: exchange.number }
}

/** An amount that is left out says nothing. */
const amountIn = ({ fields }: Observed, name: string): string | undefined =>
  fields[name] === undefined ? undefined : `${name} ${comparable(fields[name])}`

export const paymentIsUpdatedWithIt = movesWithIt(
  {
    id: 'rules/outgoing-payment-updated-as-it-moves',
    title: 'The updatedAt of a payment changes when its sentAmount changes',
    detects: 'payment-updated-at-stays',
    verifies: 'outgoing-payment.updated-at.moves',
    ...aboutOutgoingPayments,
    shownBy: ['settling/moves-and-arrives'],
  },
  (payment) => amountIn(payment, 'sentAmount'),
)

export const incomingPaymentIsUpdatedWithIt = movesWithIt(
  {
    id: 'rules/incoming-payment-updated-as-it-moves',
    title: 'The updatedAt of an incoming payment changes when its receivedAmount changes',
    detects: 'incoming-updated-at-stays',
    verifies: 'incoming-payment.updated-at.moves',
    ...aboutIncomingPayments,
    shownBy: ['settling/moves-and-arrives'],
  },
  (payment) => amountIn(payment, 'receivedAmount'),
)
