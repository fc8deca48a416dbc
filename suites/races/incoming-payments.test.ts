import { expect, test } from 'vitest'
import { against, brokenIn, type Trial, verdictsIn } from '../testing/against-mock.ts'

const profile = 'open-payments-1.3'
const only = ['races/completed-by-many', 'races/incoming-payments-created-at-once']

const statuses = async (trial: Trial): Promise<string[]> =>
  verdictsIn(await against({ profile, only, ...trial }))
    .filter(({ check }) => only.includes(check))
    .map(({ verdict }) => verdict.status)

test.each([1, 16, 64])('the strict mock passes both races at concurrency %i', async (concurrency) => {
  expect(await statuses({ concurrency })).toEqual(['passed', 'passed'])
})

test('a server that refuses to complete an incoming payment again passes both races', async () => {
  expect(await statuses({ variants: ['completing-again-refused'] })).toEqual(['passed', 'passed'])
})

test.each([
  ['completing-at-once-answered-500', 'races/completed-by-many', 'errors.no-server-error'],
  ['completing-again-reopens', 'races/completed-by-many', 'complete-incoming-payment.completed'],
  ['completion-only-said', 'races/completed-by-many', 'complete-incoming-payment.reads'],
  ['incoming-ids-shared-at-once', 'races/incoming-payments-created-at-once', 'service.ids.unique'],
])('%s is noticed by %s', async (fault, check, requirement) => {
  const events = await against({ profile, faults: [fault], only: [check] })
  expect([...brokenIn(events).keys()]).toContain(requirement)
})
