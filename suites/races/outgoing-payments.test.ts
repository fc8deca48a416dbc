import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../mock/changes/change.ts'
import { against, brokenIn, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { minimalServer } from '../testing/minimal-server.ts'

const only = ['races', 'overpaying', 'lists/complete']

const statuses = (events: Awaited<ReturnType<typeof against>>) =>
  verdictsIn(events)
    .filter(({ check }) => only.some((name) => check.startsWith(name)))
    .map(({ check, verdict }) => [check, verdict.status === 'passed' ? 'passed' : verdict])

test.each([1, 16, 64])('the strict mock passes every race at concurrency %i', async (concurrency) => {
  const seen = statuses(await against({ only, concurrency }))
  expect(seen.filter(([, verdict]) => verdict !== 'passed')).toEqual([])
  expect(seen).toHaveLength(7)
})

test('minimal-server passes every race', async () => {
  const { target } = await minimalServer()
  expect(statuses(await recordOf(target, { only })).filter(([, verdict]) => verdict !== 'passed')).toEqual([])
})

test.each([
  ['quote-paid-by-several-at-once', 'races/quote-paid-by-many', 'create-outgoing-payment.quote.paid-once'],
  ['without-payment-quote-unpaid', 'races/dropped-answer', 'create-outgoing-payment.quote.paid-once'],
  [
    'fixed-receiver-overpaid-at-once',
    'overpaying/fixed-receiver',
    'incoming-payment.received-amount.within-maximum',
  ],
  [
    'without-payment-receiver-room@with-x-forwarded-host',
    'overpaying/fixed-receiver',
    'incoming-payment.received-amount.within-maximum',
  ],
  ['cursors-are-positions', 'lists/complete', 'list.while-adding'],
])('%s is noticed by %s', async (fault, check, requirement) => {
  expect([...brokenIn(await against({ faults: [fault], only: [check] })).keys()]).toContain(requirement)
})

const busyForFour = (): Variant => {
  let refused = 0
  return {
    id: 'busy-for-four-payments',
    says: 'The first four payments from quotes get a 409',
    extraGuards: [
      refusing({
        id: 'not-busy',
        requirement: 'service.rate-limits',
        operations: ['create-outgoing-payment'],
        refusal: { status: 409, description: 'Another payment is being processed. Try again' },
        isRefused: ({ subject: { quote } }) => quote !== undefined && refused++ < 4,
      }),
    ],
  }
}

test('a server that is busy with something else while a quote is paid by many is asked once more', async () => {
  const only = ['races/quote-paid-by-many']
  const verdicts = verdictsIn(await against({ only, further: [busyForFour()] }))
  expect(verdicts.map(({ check, verdict }) => [check, verdict.status])).toContainEqual([only[0], 'passed'])
})
