import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { refusedAs } from '../../check/expectation.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Target } from '../../target-file/target.ts'
import { longBodiesOf } from './long-bodies.ts'
import type { Plan } from './plan.ts'

const target = { profile: loadProfile('interface') } as Target
const operations: readonly OperationId[] = ['create-quote', 'create-outgoing-payment', 'get-quote']

const planWith = (ids: readonly string[], row: string, requirement = 'signature.verifies') =>
  ({
    checks: ids.map((id) => ({
      check: {
        id,
        refuses: refusedAs(row, requirement),
        subjects: operations.map((operation) => ({ operation, needs: {} })),
      },
      planned: { missing: [] },
    })),
  }) as unknown as Plan

/** The checks and operations that get a long body. */
const chosen = (plan: Plan, seed: number): string[] => {
  const hasLongBody = longBodiesOf(plan, target, seed)
  return plan.checks.flatMap(({ check: { id } }) =>
    operations.filter((operation) => hasLongBody(id, operation)).map((operation) => `${id} ${operation}`),
  )
}

const seeds = Array.from({ length: 100 }, (_, seed) => seed)

test('every place of a guard with a body gets a long one, because fewer let faults through', () => {
  const plan = planWith(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'signature-invalid')
  for (const seed of seeds) expect(chosen(plan, seed)).toHaveLength(16)
  expect(new Set(seeds.flatMap((seed) => chosen(plan, seed))).size).toBe(16)
})

test('the only check of a guard has a long body on each operation', () => {
  const plan = planWith(['a'], 'signature-invalid')
  for (const seed of seeds) expect(chosen(plan, seed)).toHaveLength(2)
})

test('each requirement has a long body on each operation, because each is tested in another place', () => {
  const kinds = ['create-quote.method.required', 'create-quote.receiver.required'].map((requirement) =>
    planWith([requirement], 'body', requirement),
  )
  const plan = { checks: kinds.flatMap(({ checks }) => checks) } as Plan
  for (const seed of seeds) expect(chosen(plan, seed)).toHaveLength(4)
})

test('a request that the interface leaves open gets no long body', () => {
  expect(chosen(planWith(['a'], 'open'), 1)).toEqual([])
})
