import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { instrument } from './instrument.ts'
import { idleReasons, loadReasons } from './reasons.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const { mutants, sources } = await instrument(project)

test('every mutant has an id of its own', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
})

test('only code that produces answers is mutated', () => {
  expect([...sources.keys()].filter((name) => /faults|variants|control|testing|\.test\./.test(name))).toEqual(
    [],
  )
  expect(sources.has('mock/quotes/rules.ts')).toBe(true)
})

test('conditions for a refusal are mutated, and the texts of refusals are not', () => {
  const ofExpiry = mutants.filter(
    ({ file, was }) => file === 'mock/tokens/token.ts' && was.includes('expire'),
  )
  expect(ofExpiry.map(({ mutator }) => mutator)).not.toContain('StringLiteral')
  expect(ofExpiry.length).toBeGreaterThan(0)
})

test('every reason in survivors.yaml belongs to a mutant', () => {
  expect(idleReasons(loadReasons(join(project, 'mutation/survivors.yaml')), mutants)).toEqual([])
})
