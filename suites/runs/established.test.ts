import { expect, test } from 'vitest'
import { brokenIn, exitCodeAfter, against as run, verdictsIn } from '../testing/against-mock.ts'

const reasons = (events: Awaited<ReturnType<typeof run>>): string[] =>
  verdictsIn(events).flatMap(({ verdict }) => (verdict.status === 'inconclusive' ? [verdict.reason] : []))

test('a server that refuses every payment fails, if the target file is right', async () => {
  const events = await run({
    faults: ['direct-payment-refused', 'payment-from-quote-refused'],
    only: ['payments/direct', 'payments/from-quote', 'whole-requests/plainest-form'],
  })
  const broken = brokenIn(events)
  expect(broken.get('create-outgoing-payment.accepts.direct')).toBe('failure')
  expect(broken.get('create-outgoing-payment.accepts.quote')).toBe('failure')
  expect(exitCodeAfter(events)).toBe(1)
})

test('a server that refuses every quote with a debitAmount fails, if the target file is right', async () => {
  const events = await run({ faults: ['debit-amount-refused'], only: ['quotes/one-amount'] })
  expect([...brokenIn(events)]).toEqual([['create-quote.accepts.debit-amount', 'failure']])
  expect(exitCodeAfter(events)).toBe(1)
})

test('a server that refuses every quote fails, if the target file is right', async () => {
  const events = await run({
    faults: ['debit-amount-refused', 'receive-amount-refused', 'no-amount-refused'],
    only: ['quotes/one-amount', 'quotes/inferred-amount'],
  })
  expect([...brokenIn(events).keys()].sort()).toEqual([
    'create-quote.accepts.debit-amount',
    'create-quote.accepts.receive-amount',
  ])
  expect(exitCodeAfter(events)).toBe(1)
})

test('a refusal of a receiver that nobody can read is inconclusive, and the reason names it', async () => {
  const events = await run({
    faults: ['no-amount-refused'],
    only: ['quotes/inferred-amount', 'quotes/one-amount'],
    target: (target) => {
      const { access: _, ...receivers } = target.receivers
      return { ...target, receivers }
    },
  })
  expect([...brokenIn(events)]).toEqual([])
  expect(reasons(events)).toEqual([
    expect.stringMatching(/receivers\.fixed\[0\]: the server refuses .* cannot be seen in full/),
  ])
  expect(exitCodeAfter(events)).toBe(3)
})
