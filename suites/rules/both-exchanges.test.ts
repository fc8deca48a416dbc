import { expect, test } from 'vitest'
import { against, verdictsIn } from '../testing/against-mock.ts'

test.each([
  ['rules/quote-paid-once', 'without-payment-quote-unpaid'],
  ['rules/ids-are-unique', 'quotes-share-their-ids'],
  ['rules/quote-agrees-with-itself', 'get-quote:id:anothers'],
  ['rules/grant-spent-debit-amount-rises', 'grant-spent-debit-never-rises'],
  ['rules/outgoing-payment-agrees-with-itself', 'sent-amount-shrinks'],
  ['rules/quote-agrees-with-itself', 'get-quote:receiver:changing'],
])('%s names the resource, and an earlier exchange that set the expectation', async (rule, fault) => {
  const events = await against({ faults: [fault], only: [rule] })
  const verdict = verdictsIn(events).find(({ check }) => check === rule)?.verdict
  const [evidence] = verdict?.status === 'failed' ? verdict.evidence : []
  expect(evidence?.resource).toMatch(/^https?:\/\/.*\/(?:quotes|incoming-payments|outgoing-payments)\//)
  expect(evidence?.earlier).toBeLessThan(evidence?.exchange ?? 0)
})
