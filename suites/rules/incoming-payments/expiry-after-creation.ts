import type { PassiveCheck, RunFacts, Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleHead, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { asText } from '../../../src/core/json.ts'
import { asMoment } from '../../support/fields.ts'
import { creatingQuote } from '../../support/operations.ts'
import { aboutIncomingPayments } from '../about.ts'

/** Milliseconds. Rounding to whole seconds can make a time earlier by this much. */
const second = 1000

/**
 * Takes every exchange and returns a predicate. It is true if a resource that was created at this time may have expired
 * before, as far as the run has seen.
 */
type Excuse = (seen: Seen) => (resource: Observed, created: number) => boolean

const expiresLater = ({ observes, ...head }: RuleHead, excuseIn: (facts: RunFacts) => Excuse): PassiveCheck =>
  ruleOf({
    ...head,
    start: (facts) => {
      const excuse = excuseIn(facts)
      return (seen) => {
        const isExcused = excuse(seen)
        return resourcesIn(seen, observes).flatMap((resource) => {
          const want = 'expiresAt after createdAt'
          const about = { resource: resource.id }
          if (resource.fields['expiresAt'] === undefined)
            return [{ ...about, held: true, want, got: 'no expiresAt' }]
          const life = lifeOf(resource)
          if (!life || isExcused(resource, life.from)) return []
          const [from, to] = [life.from, life.to].map((moment) => new Date(moment).toISOString())
          return [{ ...about, held: life.held, want: `${want}, ${from}`, got: `expiresAt ${to}` }]
        })
      }
    },
  })

/** A quote for an expired receiver may expire with it, so that it was never valid. Such a quote is not judged. */
export const quoteExpiresAfterItsCreation = expiresLater(
  {
    id: 'rules/quote-expires-after-its-creation',
    title: 'A quote expires after it was created',
    detects: 'quote-expires-at-its-creation',
    verifies: 'quote.expires-at.after-creation',
    observes: 'quote',
    operations: ['create-quote', 'get-quote'],
    needs: creatingQuote.needs,
  },
  (facts) => {
    const expiries = createMemory<number>()
    return (seen) => {
      for (const { id, fields } of resourcesIn(seen, 'incoming-payment')) {
        const expiresAt = asMoment(fields['expiresAt'])
        if (expiresAt !== undefined) expiries.set(id, expiresAt)
      }
      return ({ fields: { receiver } }, created) => {
        const expiry = expiries.get(asText(receiver))
        return expiry === undefined
          ? facts.receiverKind(asText(receiver)) === 'expired'
          : expiry < created + second
      }
    }
  },
)

/** Expired receivers that the run was given are not judged: their expiresAt may have been set back to prepare them. */
export const incomingPaymentExpiresAfterItsCreation = expiresLater(
  {
    id: 'rules/incoming-payment-expires-after-its-creation',
    title: 'An incoming payment expires after it was created',
    detects: 'incoming-payment-expires-at-its-creation',
    verifies: 'incoming-payment.expires-at.after-creation',
    ...aboutIncomingPayments,
  },
  (facts) =>
    () =>
    ({ id }) =>
      facts.receiverKind(id) === 'expired',
)

const hasFraction = (time: unknown): boolean => /[T ][\d:]+\.\d/i.test(asText(time))

const lifeOf = ({
  fields: { createdAt, expiresAt },
}: Observed): { held: boolean; from: number; to: number } | undefined => {
  const [from, to] = [asMoment(createdAt), asMoment(expiresAt)]
  if (from === undefined || to === undefined) return undefined
  const lost = hasFraction(createdAt) && hasFraction(expiresAt) ? 0 : second
  return { held: to > from - lost, from, to }
}
