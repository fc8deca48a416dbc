import { expect, test } from 'vitest'
import { loadSuite } from './load.ts'
import { against, verdictsIn } from './testing/against-mock.ts'

const suite = await loadSuite()

test('the strict mock passes every check', async () => {
  const verdicts = verdictsIn(await against())
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

const checks = [...suite.checks, ...suite.passive].map(({ id, notices }) => ({ id, notices }))

test.for(checks)('$id notices $notices', async ({ id, notices }) => {
  const verdict = verdictsIn(await against({ faults: [notices], only: [id] })).find(
    ({ check }) => check === id,
  )
  expect(verdict?.verdict.status).toBe('failed')
})
