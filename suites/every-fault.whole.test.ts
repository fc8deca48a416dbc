import { expect, test } from 'vitest'
import { allFaults } from '../mock/faults/index.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { gradeOf } from '../src/verdict.ts'
import { against, brokenIn } from './testing/against-mock.ts'

const catalogue = loadCatalogue()

/** Faults of requirements that are judged: the others wait for their checks. */
const judged = allFaults().filter(({ breaks }) => {
  const requirement = catalogue.get(breaks)
  return requirement && !requirement.later && !requirement.untested && requirement.level !== 'note'
})

test.for(judged)('$id is noticed: $breaks', async ({ id, breaks }) => {
  const broken = brokenIn(await against({ faults: [id], only: [breaks] }))
  expect(broken.get(breaks)).toBe(gradeOf(catalogue.get(breaks)?.level ?? 'note'))
})
