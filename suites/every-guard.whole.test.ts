import { expect, test } from 'vitest'
import { allFaults } from '../mock/faults/index.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { gradeOf } from '../src/verdict.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from './testing/against-mock.ts'

const catalogue = loadCatalogue()

/** Guards of requirements that are judged: the others wait for their checks. */
const guards = allFaults()
  .filter(({ source, breaks }) => source === 'guard' && !catalogue.get(breaks)?.later)
  .map(({ id, breaks }) => ({ id, breaks, level: catalogue.get(breaks)?.level ?? 'note' }))

const binding = guards.filter(({ level }) => level === 'MUST')
const recommending = guards.filter(({ level }) => level === 'SHOULD')

test.for(binding)('a mock $id fails a run, by a claim of $breaks', async ({ id, breaks }) => {
  const events = await against({ faults: [id], only: [breaks] })
  expect(brokenIn(events).get(breaks)).toBe('failure')
  expect(exitCodeAfter(events)).toBe(1)
})

test.for(recommending)('a mock $id gives a warning, of $breaks', async ({ id, breaks }) => {
  const events = await against({ faults: [id], runs: 2 })
  expect(brokenIn(events).get(breaks)).toBe('warning')
  expect(exitCodeAfter(events)).toBe(0)
  expect(exitCodeAfter(events, { enforce: 'should' })).toBe(1)
})

test('what a guard enforces that the interface leaves open weighs nothing when it is left out', async () => {
  const open = guards.filter(({ level }) => gradeOf(level) === 'note').map(({ id }) => id)
  const events = await against({ faults: open })
  expect(exitCodeAfter(events, { enforce: 'should' })).toBe(0)
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})
