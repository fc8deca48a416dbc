import { beforeAll, describe, expect, test } from 'vitest'
import { judgedByDocuments } from '../../mock/testing/published-documents.ts'
import { loadWorth } from '../../src/catalogue/worth.ts'
import { noCost, sumOf } from '../../src/check/cost.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { viewOf } from '../../src/report/view.ts'
import { batchesOf, costOfBatches } from '../../src/run/batches/batches.ts'
import type { Target } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, expectSameVerdictsAgain, verdictsIn } from '../testing/against-mock.ts'
import { checksOf, suiteOf } from '../testing/checks-of.ts'
import { debitsIn } from '../testing/debits.ts'

describe.each([
  ['interface', 77],
  ['open-payments-1.3', 89],
] as const)('a whole run under %s on the strict mock', (profile, mostPayments) => {
  let events: RunEvent[] = []
  let target: Target | undefined
  let published: ReturnType<typeof judgedByDocuments> | undefined

  beforeAll(async () => {
    events = await against({
      profile,
      target: (given) => (target = given),
      watch: (mock) => {
        // The documents describe the mock of this profile only.
        if (profile === 'open-payments-1.3') published = judgedByDocuments(mock)
      },
    })
  })

  test('passes every check of the profile, and is complete', () => {
    const verdicts = verdictsIn(events)
    expect(
      verdicts.filter(({ verdict, partly }) => verdict.status !== 'passed' || partly.length > 0),
    ).toEqual([])
    const ids = checksOf(profile).map(({ id }) => id)
    expect(verdicts.map(({ check }) => check)).toEqual(expect.arrayContaining(ids))
    expect(exitCodeAfter(events, { complete: true })).toBe(0)
  })

  test('gets the same verdicts if its record is judged again', () => {
    if (target) expectSameVerdictsAgain(events, target)
    expect(target).toBeDefined()
  })

  test(`stays within its plan, and makes at most ${mostPayments} payments`, () => {
    const [plan] = events.filter((event) => event.type === 'plan')
    const { checks } = suiteOf(profile)
    const batches = target ? costOfBatches(batchesOf(checks, target)) : noCost
    const payments = batches.payments + sumOf(checks.map((check) => check.cost(20))).payments
    const requests = batches.requests + (plan?.checks ?? []).reduce((all, check) => all + check.requests, 0)
    expect(debitsIn(events).length).toBeLessThanOrEqual(payments)
    expect(payments).toBeLessThanOrEqual(mostPayments)
    const sent = events.filter(({ type }) => type === 'exchange').length
    expect(sent).toBeLessThanOrEqual(requests)
    // `npm run worth:whole` measures it anew.
    const part = sent / (loadWorth(profile).whole?.requests ?? 0)
    expect(part).toBeGreaterThan(0.9)
    expect(part).toBeLessThan(1.1)
    expect(events.at(-1)).toEqual({ type: 'end', at: expect.any(String), outcome: 'complete' })
  })

  test('sends at least 2,000 distinct requests', () => {
    expect(viewOf(events, new Map()).distinct).toBeGreaterThanOrEqual(2000)
  })

  test.runIf(profile === 'open-payments-1.3')('gets responses that fit the published documents', () => {
    expect(published?.violations).toEqual([])
    expect(published?.judged.get('resource-server')).toBeGreaterThan(5000)
  })
})
