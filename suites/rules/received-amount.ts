import { type Amount, inWords, numberOf, sameAsset } from '../../src/amount.ts'
import { createMemory } from '../../src/check/memory.ts'
import type { PassiveCheck } from '../../src/check/passive.ts'
import { resourcesIn } from '../../src/check/resource.ts'
import { broken, keep, rule } from '../../src/check/rule.ts'
import { asAmount } from '../fields.ts'
import { anIncomingPayment } from '../operations.ts'
import { aboutIncomingPayments } from './about.ts'

export const receivedAmountGrows = rule<Amount | undefined>({
  ...aboutIncomingPayments,
  id: 'rules/received-amount-grows',
  title: 'The received amount of an incoming payment never shrinks',
  notices: 'received-amount-shrinks',
  verifies: 'incoming-payment.received-amount.grows',
  start: ({ fields }) => asAmount(fields['receivedAmount']),
  next: (before, { fields }) => {
    const now = asAmount(fields['receivedAmount'])
    if (!before || !now || numberOf(now) >= numberOf(before)) return keep(now ?? before)
    return broken(before, `receivedAmount of at least ${before.value}`, `receivedAmount ${now.value}`)
  },
})

export const receivedAmountKeepsItsAsset = rule<Amount | undefined>({
  ...aboutIncomingPayments,
  id: 'rules/received-amount-keeps-its-asset',
  title: 'The received amount is in the asset of the incoming amount, and stays in it',
  notices: 'received-amount-in-another-asset',
  verifies: 'incoming-payment.received-amount.asset',
  start: ({ fields }) => asAmount(fields['incomingAmount']) ?? asAmount(fields['receivedAmount']),
  next: (measure, { fields }) => {
    const now = asAmount(fields['receivedAmount'])
    if (!measure || !now) return keep(measure ?? now)
    const held = now.assetCode === measure.assetCode && now.assetScale === measure.assetScale
    return held ? keep(measure) : broken(measure, `an amount like ${inWords(measure)}`, inWords(now))
  },
})

const withinMaximum = 'incoming-payment.received-amount.within-maximum'

const { observes, operations } = aboutIncomingPayments

/** The maximum may stand in another answer; one that has none is not passed. */
export const receivedAmountIsWithinIncomingAmount: PassiveCheck = {
  id: 'rules/received-amount-within-incoming-amount',
  title: 'The received amount of an incoming payment is never more than its incoming amount',
  notices: 'received-amount-passes-incoming-amount',
  claims: () => [withinMaximum],
  operations,
  needs: {},
  otherwise: anIncomingPayment,
  start: () => {
    const maxima = createMemory<{ most: Amount; number: number }>()
    return (seen) =>
      resourcesIn(seen, observes).flatMap(({ id, fields }) => {
        const own = asAmount(fields['incomingAmount'])
        const before = own ? undefined : maxima.get(id)
        const most = own ?? before?.most
        const now = asAmount(fields['receivedAmount'])
        if (own) maxima.set(id, { most: own, number: seen.exchange.number })
        if (!now) return []
        const held = !most || !sameAsset(most, now) || numberOf(now) <= numberOf(most)
        const want = most ? `receivedAmount of at most ${inWords(most)}` : 'no incomingAmount to pass'
        const about = { resource: id, ...(before ? { earlier: before.number } : {}) }
        return [{ requirement: withinMaximum, ...about, held, want, got: `receivedAmount ${inWords(now)}` }]
      })
  },
}
