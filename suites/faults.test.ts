import { expect, test } from 'vitest'
import { against, verdictsIn } from './testing/against-mock.ts'
import { checksOf } from './testing/checks-of.ts'

test('the strict mock passes every check', async () => {
  const verdicts = verdictsIn(await against())
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
}, 60_000)

test.for(checksOf('interface'))('$id notices $notices', async ({ id, notices }) => {
  const verdict = verdictsIn(await against({ faults: [notices], only: [id] })).find(
    ({ check }) => check === id,
  )
  expect(verdict?.verdict.status).toBe('failed')
})
