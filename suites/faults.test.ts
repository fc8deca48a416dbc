import { expect, test } from 'vitest'
import { allFaults } from '../mock/faults/index.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { gradeOf } from '../src/verdict.ts'
import { loadSuite } from './load.ts'
import { against, brokenIn, verdictsIn } from './testing/against-mock.ts'

const catalogue = loadCatalogue()
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

/** Faults of requirements that are judged: the others wait for their checks. */
const judged = allFaults().filter(({ breaks }) => {
  const requirement = catalogue.get(breaks)
  return requirement && !requirement.later && !requirement.untested && requirement.level !== 'note'
})

test.for(judged)('$id is noticed: $breaks', async ({ id, breaks }) => {
  const broken = brokenIn(await against({ faults: [id], only: [breaks] }))
  expect(broken.get(breaks)).toBe(gradeOf(catalogue.get(breaks)?.level ?? 'note'))
})
