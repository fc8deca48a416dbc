import type { PassiveCheck, RunFacts } from '../../src/check/kinds/passive.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../src/check/resource.ts'
import { asText } from '../../src/core/json.ts'
import { asMoment } from '../support/fields.ts'
import { creatingQuote } from '../support/operations.ts'

const afterCreation = 'quote.expires-at.after-creation'

/** Rounding to whole seconds can make a time earlier by as much. */
const second = 1000

/** A quote for a receiver that had expired may expire with it, so that it was never valid. */
export const quoteExpiresAfterItsCreation: PassiveCheck = {
  id: 'rules/quote-expires-after-its-creation',
  title: 'A quote expires after it was created',
  detects: 'quote-expires-at-its-creation',
  claims: () => [afterCreation],
  operations: ['create-quote', 'get-quote'],
  needs: creatingQuote.needs,
  start: (facts) => {
    const expiries = createMemory<number>()
    return (seen) => {
      for (const { id, fields } of resourcesIn(seen, 'incoming-payment')) {
        const expiresAt = asMoment(fields['expiresAt'])
        if (expiresAt !== undefined) expiries.set(id, expiresAt)
      }
      return resourcesIn(seen, 'quote').flatMap((quote) => {
        if (quote.fields['expiresAt'] === undefined) return [neverExpires]
        const life = lifeOf(quote)
        if (!life || hadExpired(life.from, asText(quote.fields['receiver']), expiries.get, facts)) return []
        const { held, from, to } = life
        const [want, got] = [from, to].map((moment) => new Date(moment).toISOString())
        return [
          {
            requirement: afterCreation,
            resource: quote.id,
            held,
            want: `expiresAt after createdAt, ${want}`,
            got: `expiresAt ${got}`,
          },
        ]
      })
    }
  },
}

const neverExpires = {
  requirement: afterCreation,
  held: true,
  want: 'expiresAt after createdAt',
  got: 'no expiresAt',
}

const hasFraction = (time: unknown): boolean => /[T ][\d:]+\.\d/i.test(asText(time))

const lifeOf = ({
  fields: { createdAt, expiresAt },
}: Observed): { held: boolean; from: number; to: number } | undefined => {
  const [from, to] = [asMoment(createdAt), asMoment(expiresAt)]
  if (from === undefined || to === undefined) return undefined
  const lost = hasFraction(createdAt) && hasFraction(expiresAt) ? 0 : second
  return { held: to > from - lost, from, to }
}

const hadExpired = (
  at: number,
  receiver: string,
  expiryOf: (url: string) => number | undefined,
  { receiverKind }: Pick<RunFacts, 'receiverKind'>,
): boolean => {
  const expiry = expiryOf(receiver)
  return expiry === undefined ? receiverKind(receiver) === 'expired' : expiry < at + second
}
