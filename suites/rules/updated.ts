import type { Observed } from '../../src/check/resource.ts'
import { broken, keep, type RuleHead, rule } from '../../src/check/rule.ts'
import { asMoment } from '../fields.ts'
import { aboutIncomingPayments, aboutOutgoingPayments } from './about.ts'

/** Clocks of several machines may differ a little, and a field may leave fractions of a second out. */
const tolerance = 1000

const inWords = (moment: number): string => new Date(moment).toISOString()

/** What updatedAt must not be before: createdAt, and what it was. */
const earliest = (resource: Observed, before: number | undefined): number | undefined => {
  const moments = [asMoment(resource.fields['createdAt']), before].filter((moment) => moment !== undefined)
  return moments.length === 0 ? undefined : Math.max(...moments)
}

const updatedInOrder = (head: RuleHead) =>
  rule<number | undefined>({
    ...head,
    start: (resource) => asMoment(resource.fields['updatedAt']),
    next: (before, resource) => {
      const now = asMoment(resource.fields['updatedAt'])
      const least = earliest(resource, before)
      if (now === undefined || least === undefined || now > least - tolerance) return keep(now ?? before)
      return broken(before, `updatedAt of ${inWords(least)} or later`, `updatedAt ${inWords(now)}`)
    },
  })

export const paymentIsUpdatedInOrder = updatedInOrder({
  id: 'rules/outgoing-payment-updated-in-order',
  title: 'The updatedAt of a payment is not before its createdAt and does not go back',
  notices: 'payment-updated-at-goes-back',
  verifies: 'outgoing-payment.updated-at.order',
  ...aboutOutgoingPayments,
})

export const incomingPaymentIsUpdatedInOrder = updatedInOrder({
  id: 'rules/incoming-payment-updated-in-order',
  title: 'The updatedAt of an incoming payment is not before its createdAt and does not go back',
  notices: 'incoming-updated-at-goes-back',
  verifies: 'incoming-payment.updated-at.order',
  ...aboutIncomingPayments,
})
