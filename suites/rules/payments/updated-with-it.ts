import type { PassiveCheck, Seen, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { type RuleHead, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { createServerDate, type ServerDate } from '../../../src/check/server-date.ts'
import { asText } from '../../../src/core/json.ts'
import { dateOf, isBefore } from '../../../src/http/answers/server-date.ts'
import { asFlag, asMoment } from '../../support/fields.ts'
import { remembered } from '../../support/same.ts'
import { aboutIncomingPayments, aboutOutgoingPayments } from '../about.ts'

/** The last view of a part of a resource, and the instant that the server's time had reached then. */
interface UpdateView {
  state: string
  updatedAt: number
  reached: number
  received: number
  number: number
}

const unmoved = { want: 'an updatedAt that changes with the shown fields', got: 'no change' }

/** Milliseconds. Two changes may fall into one second, and the clocks of several machines may differ a little. */
const tolerance = 5000

/** Returns the milliseconds that a shown time may stand for: a server may show whole minutes or hours only. */
const spanOf = (moment: number): number =>
  [3_600_000, 60_000].find((span) => moment % span === 0) ?? tolerance

/**
 * A part of a resource, and the requirement that updatedAt changes with it. A response without the part shows nothing.
 */
interface DatedPart {
  verifies: string
  stateOf: (resource: Observed, seen: Seen) => string | undefined
}

/**
 * Creates the rule that updatedAt changes when a part of the resource does. An unchanged updatedAt counts only if, by
 * the server's own Date, the resource stood still for a while after its updatedAt: then the change is a later one. A
 * gateway may set the Date by a clock that is ahead of the server's.
 */
const movesWithIt = (
  { observes, ...head }: Omit<RuleHead, 'verifies'>,
  parts: readonly DatedPart[],
): PassiveCheck => ({
  ...head,
  byDate: true,
  claims: () => parts.map(({ verifies }) => verifies),
  start: () => {
    const date = createServerDate()
    const judges = parts.map((part) => movesWith(part, date))
    return (seen) => {
      date.take(seen)
      return resourcesIn(seen, observes).flatMap((resource) =>
        judges.flatMap((judge) => judge(resource, seen)),
      )
    }
  },
})

const movesWith = (
  { verifies, stateOf }: DatedPart,
  { reachedBy }: ServerDate,
): ((resource: Observed, seen: Seen) => TestedClaim[]) => {
  const known = createMemory<UpdateView>()
  return (resource, seen) => {
    const before = known.get(resource.id)
    const now = viewOf(resource, stateOf(resource, seen), seen, reachedBy)
    if (!now || (before && seen.exchange.sent < before.received)) return []
    known.set(resource.id, now)
    if (!before) return []
    const about = { requirement: verifies, resource: resource.id }
    if (before.state === now.state) return [{ ...about, held: true, ...unmoved }]
    const held = now.updatedAt > before.updatedAt
    if (!held && !(before.reached >= before.updatedAt + spanOf(before.updatedAt))) return []
    const [was, is] = [before, now].map(({ updatedAt }) => new Date(updatedAt).toISOString())
    const want = `updatedAt after ${was}, because ${before.state} became ${now.state}`
    return [{ ...about, held, want, got: `updatedAt ${is}`, earlier: before.number }]
  }
}

const viewOf = (
  { fields }: Observed,
  state: string | undefined,
  { exchange }: Seen,
  reachedBy: ServerDate['reachedBy'],
): UpdateView | undefined => {
  const updatedAt = asMoment(fields['updatedAt'])
  if (state === undefined || updatedAt === undefined) return undefined
  return {
    state,
    updatedAt,
    reached: reachedBy(dateOf(exchange)),
    received: exchange.received,
    number: exchange.number,
  }
}

const amount =
  (name: string): DatedPart['stateOf'] =>
  ({ fields }) =>
    fields[name] === undefined ? undefined : `${name} ${remembered(fields[name])}`

const flag =
  (name: string): ((resource: Observed) => string | undefined) =>
  ({ fields }) => {
    const value = asFlag(fields[name])
    return value === undefined ? undefined : `${name} ${value}`
  }

/** An incoming payment may complete by expiring, which updates nothing: a server may tell that from the time. */
const completedInTime: DatedPart['stateOf'] = (resource, { exchange }) => {
  const { expiresAt } = resource.fields
  const isInTime = isBefore(dateOf(exchange), expiresAt === undefined ? undefined : asText(expiresAt))
  return isInTime ? flag('completed')(resource) : undefined
}

export const paymentIsUpdatedWithIt = movesWithIt(
  {
    id: 'rules/outgoing-payment-updated-as-it-moves',
    title: 'The updatedAt of a payment changes when its sentAmount or failed changes',
    detects: 'payment-updated-at-stays',
    ...aboutOutgoingPayments,
    shownBy: ['settling/moves-and-arrives', 'settling/failure-is-marked'],
  },
  [
    { verifies: 'outgoing-payment.updated-at.moves', stateOf: amount('sentAmount') },
    { verifies: 'outgoing-payment.updated-at.moves-with-failed', stateOf: flag('failed') },
  ],
)

export const incomingPaymentIsUpdatedWithIt = movesWithIt(
  {
    id: 'rules/incoming-payment-updated-as-it-moves',
    title: 'The updatedAt of an incoming payment changes when its receivedAmount or completed changes',
    detects: 'incoming-updated-at-stays',
    ...aboutIncomingPayments,
    shownBy: ['settling/moves-and-arrives', 'settling/completes-when-full'],
  },
  [
    { verifies: 'incoming-payment.updated-at.moves', stateOf: amount('receivedAmount') },
    { verifies: 'incoming-payment.updated-at.moves-with-completed', stateOf: completedInTime },
  ],
)

/** Skips the response to the creation, which has a schema of its own that is open. */
export const paymentHasNoUpdatedAt = ruleOf({
  id: 'rules/outgoing-payment-without-updated-at',
  title: 'An outgoing payment that is read or listed has no updatedAt',
  detects: 'payment-with-updated-at',
  verifies: 'outgoing-payment.updated-at.absent',
  operations: ['get-outgoing-payment', 'list-outgoing-payments'],
  needs: aboutOutgoingPayments.needs,
  start: () => (seen) =>
    seen.exchange.operation === 'create-outgoing-payment'
      ? []
      : resourcesIn(seen, 'outgoing-payment').map(({ id, fields }) => ({
          resource: id,
          held: !('updatedAt' in fields),
          want: 'no updatedAt',
          got: 'updatedAt' in fields ? `updatedAt ${JSON.stringify(fields['updatedAt'])}` : 'none',
        })),
})
