import { expect, test } from 'vitest'
import { planSelftest } from './plan.ts'
import { fault, findings } from './testing/findings.ts'

const { catalogue } = findings({})
const generated = Array.from({ length: 40 }, (_, at) => fault(`g${at}`, { source: 'answer' }))
const faults = [
  ...generated,
  fault('guard', { source: 'guard' }),
  fault('wish', { breaks: 'a.should', source: 'answer' }),
  fault('open', { breaks: 'a.note' }),
  fault('later', { breaks: 'a.later' }),
]
const input = {
  faults,
  catalogue,
  claims: new Set(['a.must', 'a.should', 'a.note']),
  detecting: new Map([['guard', ['x/one']]]),
  conditioned: (id: string) => fault(id, { source: 'guard' }),
  conditionals: () => [],
}
const wanted = { fault: [], only: [], quick: false, seed: 1 }
const idsOf = (tasks: ReadonlyArray<{ fault: string }>) => tasks.map((task) => task.fault)

test('a full selftest tries each fault with the checks that cite it, then with all, and some over the wire', () => {
  const { mode, tasks } = planSelftest(wanted, input)
  expect(mode).toBe('full')
  expect(idsOf(tasks.filter(({ wire }) => !wire))).toEqual(idsOf(faults.map(({ id }) => ({ fault: id }))))
  const taskOf = (id: string) => tasks.find((task) => task.fault === id)
  expect(taskOf('guard')).toMatchObject({ only: ['a.must'], otherwise: [[]], everyCheck: true })
  expect(taskOf('later')).toMatchObject({ only: [], everyCheck: true })
  const there = idsOf(tasks.filter(({ wire }) => wire))
  expect(there).toHaveLength(5)
  expect(there).not.toContain('open')
})

test('a quick selftest tries a tenth of the binding faults, first with the checks known to notice them', () => {
  const { mode, faults: chosen, tasks } = planSelftest({ ...wanted, quick: true, seed: 11 }, input)
  expect(mode).toBe('quick')
  const ids = chosen.map(({ id }) => id)
  expect(ids).toHaveLength(Math.ceil(42 / 10))
  expect(ids).not.toContain('open')
  expect(ids).not.toContain('later')
  const taskOf = (id: string) => tasks.find((task) => task.fault === id)
  expect(taskOf('wish')).toMatchObject({ only: ['a.should'], otherwise: [[]] })
  expect(taskOf('guard')).toMatchObject({ only: ['x/one'], otherwise: [['a.must'], []] })
})

test('the seed decides which faults are drawn', () => {
  const drawnBy = (seed: number) => planSelftest({ ...wanted, quick: true, seed }, input).faults
  expect(drawnBy(1)).toEqual(drawnBy(1))
  expect(drawnBy(1)).not.toEqual(drawnBy(2))
})

test('selected checks are tried on the faults that they could notice', () => {
  const plan = planSelftest({ ...wanted, only: ['x'] }, { ...input, claims: new Set(['a.should']) })
  expect(plan).toMatchObject({ mode: 'selection', faults: [{ id: 'wish' }] })
  expect(plan.tasks[0]?.only).toEqual(['x'])
})

test('an unknown fault, or checks without a fault, are refused with the next step', () => {
  expect(() => planSelftest({ ...wanted, fault: ['gaurd'] }, input)).toThrow(
    '--fault gaurd is not a fault; did you mean "guard"?; see `op-conformance list --faults`',
  )
  expect(() => planSelftest({ ...wanted, only: ['x'] }, { ...input, claims: new Set() })).toThrow(
    '--only x selects checks for which the mock has no fault',
  )
})

test('a fault under a condition is tried first with the checks known to notice the plain fault', () => {
  const { tasks } = planSelftest({ ...wanted, quick: true, fault: ['guard@sometimes'] }, input)
  expect(tasks[0]).toMatchObject({ fault: 'guard@sometimes', only: ['x/one'] })
})

test('a conditional selftest draws only faults under conditions, and tries all citing checks at once', () => {
  const conditional = {
    fault: 'guard',
    condition: 'c',
    group: 'body',
    transformation: 'left out',
    operations: [],
  }
  const conditionals = () => [{ ...fault('guard@c', { source: 'guard' }), conditional }]
  const { mode, tasks } = planSelftest({ ...wanted, conditional: true }, { ...input, conditionals })
  expect(mode).toBe('conditional')
  expect(tasks).toEqual([{ fault: 'guard@c', wire: false, only: ['x/one', 'a.must'], otherwise: [[]] }])
})

test('a quick conditional selftest draws no faults of a SHOULD, but a full one does', () => {
  const under = (id: string, breaks: string, transformation: string) => ({
    ...fault(`${id}@c`, { breaks, source: 'guard' }),
    conditional: { fault: id, condition: 'c', group: 'body', transformation, operations: [] },
  })
  const conditionals = () => [under('guard', 'a.must', 'left out'), under('wish', 'a.should', 'remembered')]
  const drawn = (quick: boolean) =>
    planSelftest({ ...wanted, conditional: true, quick }, { ...input, conditionals }).faults.map(
      ({ id }) => id,
    )
  expect(drawn(true)).toEqual(['guard@c'])
  expect(drawn(false)).toEqual(expect.arrayContaining(['guard@c', 'wish@c']))
})
