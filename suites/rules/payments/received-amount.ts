import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { resourcesIn } from '../../../src/check/resource.ts'
import { type Amount, inWords, isAtMost } from '../../../src/core/amount.ts'
import { asAmount } from '../../support/fields.ts'
import { anIncomingPayment } from '../../support/operations.ts'
import { aboutIncomingPayments } from '../about.ts'

const { observes, operations } = aboutIncomingPayments

/** The maximum may stand in an earlier response. An incoming payment without a maximum cannot exceed it. */
export const receivedAmountIsWithinIncomingAmount = ruleOf({
  id: 'rules/received-amount-within-incoming-amount',
  title: 'The received amount of an incoming payment never exceeds its incoming amount',
  detects: 'received-amount-passes-incoming-amount',
  verifies: 'incoming-payment.received-amount.within-maximum',
  operations,
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
        const held = !most || isAtMost(now, most) !== false
        const want = most ? `receivedAmount of at most ${inWords(most)}` : 'no incomingAmount to exceed'
        const about = { resource: id, ...(before ? { earlier: before.number } : {}) }
        return [{ ...about, held, want, got: `receivedAmount ${inWords(now)}` }]
      })
  },
})
