import { expect, test } from 'vitest'
import type { Worth } from '../../catalogue/worth.ts'
import { costOf } from '../../check/cost.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { Subject } from '../../check/subject.ts'
import { targetAt } from '../../http/testing/target.ts'
import { batchesOf } from '../batches/batches.ts'
import { withinBudget } from './budget.ts'
import { noRoomIn, type Plan } from './plan.ts'

const target = targetAt('https://wallet.example/op')

const planned = (id: string, requests: number, payments = 0): Plan['checks'][number] => {
  const check: Check = {
    id,
    title: id,
    claims: () => [],
    operations: ['get-quote'],
    needs: {},
    subjects: [],
    batched: [],
    generates: false,
    inCircumstances: costOf({ requests: 1000 }),
    cost: () => costOf({ requests, payments }),
    run: async () => {},
  }
  return { check, planned: { id, title: id, topic: id, claims: [], operations: [], missing: [], requests } }
}

const planOf = (...checks: Plan['checks']): Plan => ({
  start: { ...planned('start/one', 10).planned },
  checks,
  passive: [],
})

const worth = (...checks: Array<[check: string, requests: number]>): Worth => ({
  profile: target.profile.name,
  parts: checks.map(([check, requests]) => ({ check, requests })),
})

const chosen = (plan: Plan, most: number, known: Worth): string[] =>
  withinBudget(plan, most, { target, runs: 20, worth: known }).checks.map(({ check }) => check.id)

test('a run that fits its budget is left as it is', () => {
  const plan = planOf(planned('a/one', 5))
  expect(withinBudget(plan, 2000, { target, runs: 20, worth: worth() })).toBe(plan)
})

test('the checks that notice the most are chosen, each if it still fits, in the order of the plan', () => {
  const plan = planOf(planned('a/one', 30), planned('b/two', 70), planned('c/three', 20))
  const known = worth(['c/three', 20], ['b/two', 70], ['a/one', 30])
  expect(chosen(plan, 100, known)).toEqual(['a/one', 'c/three'])
  expect(chosen(plan, 125, known)).toEqual(['b/two', 'c/three'])
})

test('a check of unknown worth comes last, at its stated cost', () => {
  const plan = planOf(planned('a/own', 20), planned('b/two', 70))
  expect(chosen(plan, 100, worth(['b/two', 70]))).toEqual(['b/two'])
  expect(chosen(plan, 125, worth(['b/two', 70]))).toEqual(['a/own', 'b/two'])
})

test.each([
  [20, 100, 'a measured run fits', true],
  [20, 99, 'a server that settles slowly may need more than was measured', false],
  [21, 100, 'more values are generated than in the measured run', false],
])('%i values per property and %i requests: %s', (runs, most, _, fits) => {
  const plan = planOf(planned('a/one', 500))
  const counting = { target, runs, worth: { ...worth(), whole: { requests: 80, runs: 20 } } }
  expect(withinBudget(plan, most, counting) === plan).toBe(fits)
  const limits = { ...target.limits, maxRequests: most }
  expect(noRoomIn(plan, { ...counting, target: { ...target, limits } }) === undefined).toBe(fits)
})

test('a chosen check is tried in the simplest circumstances only', () => {
  const plan = withinBudget(planOf(planned('a/one', 5)), 100, { target, runs: 20, worth: worth() })
  expect(plan.checks[0]?.check).not.toHaveProperty('inCircumstances')
  expect(noRoomIn(plan, { target, runs: 1, worth: worth() })).toBe(
    'invalid requests in other circumstances: the run may send 100 requests',
  )
})

test('one payment is made for fifty requests at most', () => {
  const plan = planOf(planned('a/one', 5, 2), planned('b/two', 5, 2))
  expect(chosen(plan, 150, worth(['a/one', 5], ['b/two', 5]))).toEqual(['a/one'])
})

test('the numbers of noticed faults are shown only for a selection that was measured', () => {
  const plan = planOf(planned('a/one', 5), planned('b/two', 500))
  const quick = { parts: [0], requests: 15, faults: 20, noticed: 19 }
  const budget = (most: number) =>
    withinBudget(plan, most, { target, runs: 20, worth: { ...worth(['a/one', 5]), quick } }).budget
  expect(budget(100)).toEqual({ maxRequests: 100, checks: 1, of: 2, inPart: 0, faults: 20, noticed: 19 })
  expect(budget(640)).toEqual({ maxRequests: 640, checks: 2, of: 2, inPart: 0 })
})

test('a budget that the start of a run uses up is refused, and the error names the least', () => {
  expect(() => chosen(planOf(planned('a/one', 5)), 11, worth())).toThrow(
    '--max-requests 11: a run sends 10 requests before its first check; give a number above 11',
  )
})

test('only the parts of a check that notice most are chosen, or the whole check if there is room', () => {
  const plan = planOf(planned('a/one', 60), planned('b/two', 20))
  const parts = [
    { check: 'a/one', subject: 'get-quote', given: 'x', requests: 2 },
    { check: 'a/one', subject: 'get-quote', given: 'y', requests: 2 },
    { check: 'b/two', requests: 20 },
    { check: 'a/one', requests: 60 },
  ]
  const onlyOf = (most: number) =>
    withinBudget(plan, most, { target, runs: 20, worth: { ...worth(), parts } }).checks.map(
      ({ check, planned: { requests } }) => [check.id, check.only, requests],
    )
  const both = ['x', 'y'].map((given) => ({ subject: 'get-quote', given }))
  expect(onlyOf(60)).toEqual([
    ['a/one', both, 4],
    ['b/two', undefined, 20],
  ])
  expect(onlyOf(115)).toEqual([
    ['a/one', undefined, 60],
    ['b/two', undefined, 20],
  ])
})

test('a check whose parts share requests is planned with a whole number of them', () => {
  const plan = planOf(planned('a/one', 60), planned('b/two', 60))
  const parts = [
    { check: 'a/one', subject: 'get-quote', given: 'x', requests: 1.5 },
    { check: 'a/one', subject: 'get-quote', given: 'y', requests: 0.4 },
  ]
  const { checks } = withinBudget(plan, 30, { target, runs: 20, worth: { ...worth(), parts } })
  expect(checks.map(({ planned: { requests } }) => requests)).toEqual([2])
})

test('a part about an operation that the profile does not have is not chosen', () => {
  const plan = planOf(planned('a/one', 60), planned('b/two', 20))
  const parts = [
    { check: 'a/one', subject: 'create-quote', requests: 2 },
    { check: 'b/two', subject: 'get-quote', requests: 2 },
  ]
  expect(chosen(plan, 30, { ...worth(), parts })).toEqual(['b/two'])
})

test('a part costs the payments that it makes itself, not those of its whole check', () => {
  const plan = planOf(planned('a/one', 60, 2), planned('b/two', 60, 2))
  const parts = ['a/one', 'b/two'].map((check) => ({ check, given: 'x', requests: 2, payments: 1 }))
  expect(chosen(plan, 50, { ...worth(), parts })).toEqual(['a/one'])
  expect(chosen(plan, 100, { ...worth(), parts })).toEqual(['a/one', 'b/two'])
})

test('the invalid payments of a run that chooses share one pair of controls', () => {
  const one = planned('a/one', 60)
  const subject = { operation: 'create-outgoing-payment', pays: true, needs: {} } as Subject
  const cases = () => Array.from({ length: 60 }, (_, at) => at)
  const batched = [
    { subject, isTriedElsewhere: false, cases, controls: async () => [], send: async () => undefined },
  ]
  const chosenPlan = withinBudget(planOf({ ...one, check: { ...one.check, batched } }), 100, {
    target,
    runs: 20,
    worth: worth(['a/one', 60]),
  })
  const checks = chosenPlan.checks.map(({ check }) => check)
  expect(batchesOf(checks, target)).toHaveLength(1)
  expect(batchesOf([{ ...one.check, batched }], target)).toHaveLength(2)
})
