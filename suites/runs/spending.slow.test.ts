import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import { noCost, sumOf } from '../../src/check/cost.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { isObject, parseJson } from '../../src/core/json.ts'
import { batchesOf, costOfBatches } from '../../src/run/batches/batches.ts'
import { suiteIn } from '../../src/run/plan/suite-in-profile.ts'
import type { Target, TargetLimits } from '../../src/target-file/target.ts'
import { loadSuite } from '../load.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

const limited =
  (limits: Partial<TargetLimits>) =>
  (target: Target): Target => ({ ...target, limits: { ...target.limits, ...limits } })

/** The debits of the payments that the server made in a run. */
const debitsIn = (events: readonly RunEvent[]): bigint[] =>
  events.flatMap((event) => {
    if (event.type !== 'exchange' || event.operation !== 'create-outgoing-payment') return []
    const body = event.response?.status === 201 ? parseJson(event.response.body) : undefined
    const debit = isObject(body) && isObject(body['debitAmount']) ? body['debitAmount']['value'] : undefined
    return typeof debit === 'string' ? [BigInt(debit)] : []
  })

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n)

test('a run makes at most limits.maxPayments payments, however many checks run at once', async () => {
  const debits = debitsIn(await against({ target: limited({ maxPayments: 3 }), concurrency: 16 }))
  expect(debits.length).toBeGreaterThan(0)
  expect(debits.length).toBeLessThanOrEqual(3)
})

test('a run debits at most limits.debitBudget', async () => {
  const debits = debitsIn(await against({ target: limited({ debitBudget: 250n }), concurrency: 16 }))
  expect(sum(debits)).toBeGreaterThan(0n)
  expect(sum(debits)).toBeLessThanOrEqual(250n)
})

test('a check that the limits leave no room for is inconclusive, and names the limit to raise', async () => {
  const events = await against({ target: limited({ maxPayments: 0 }), only: ['payments/direct'] })
  const verdict = verdictsIn(events).find(({ check }) => check === 'payments/direct')?.verdict
  expect(verdict).toEqual({
    status: 'inconclusive',
    reason: expect.stringMatching(/^limits\.maxPayments \(0\) does not allow one more payment; raise it/),
  })
})

test.each([
  ['interface', 68],
  ['open-payments-1.3', 80],
] as const)(
  'a run under %s on the strict mock stays within its plan, and makes at most %i payments',
  async (profile, most) => {
    let target: Target | undefined
    const events = await against({ profile, target: (given) => (target = given) })
    const [plan] = events.filter((event) => event.type === 'plan')
    const { checks } = suiteIn(await loadSuite(), loadProfile(profile), loadCatalogue(profile))
    const batches = target ? costOfBatches(batchesOf(checks, target)) : noCost
    const payments = batches.payments + sumOf(checks.map((check) => check.cost(20))).payments
    const requests = batches.requests + (plan?.checks ?? []).reduce((all, check) => all + check.requests, 0)
    expect(debitsIn(events).length).toBeLessThanOrEqual(payments)
    expect(payments).toBeLessThanOrEqual(most)
    expect(events.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(requests)
    expect(events.at(-1)).toEqual({ type: 'end', at: expect.any(String), outcome: 'complete' })
  },
  300_000,
)
