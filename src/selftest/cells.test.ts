import { expect, test } from 'vitest'
import { cellsOf, isKilledBy } from './cells.ts'
import { failed, passed, requirement, verdict } from './testing/findings.ts'

const strict = [verdict('x/one', passed)]
const cellOf = (of: ReturnType<typeof failed>, broken = requirement('a.must')) =>
  cellsOf([verdict('x/one', of)], strict, [broken]).get('x/one')

test('a failed claim kills a fault only if it cites what the fault breaks, with the grade of its level', () => {
  expect(cellOf(failed(['a.must', 'failure']))).toBe('killed')
  expect(cellOf(failed(['a.should', 'warning'], ['a.must', 'failure']))).toBe('killed')
  expect(cellOf(failed(['b.other', 'failure']))).toBe('killedElsewhere')
  expect(cellOf(failed(['a.should', 'warning']), requirement('a.should', { level: 'SHOULD' }))).toBe('killed')
})

test.each(['inconclusive', 'error', 'skipped'] as const)('%s leaves a fault undecided', (status) => {
  const of = { status, reason: 'r', message: 'm', missing: [] }
  expect(cellOf(of)).toBe('undecided')
})

test('a check that fails against the strict mock detects nothing', () => {
  const broken = failed(['a.must', 'failure'])
  expect(cellsOf([verdict('x/one', broken)], [verdict('x/one', broken)], [requirement('a.must')]).size).toBe(
    0,
  )
})

test('a note that differs from that on the strict mock kills a fault of a note', () => {
  const open = requirement('a.note', { level: 'note' })
  const noting = (got: string) => verdict('x/one', passed, { notes: [{ requirement: 'a.note', got }] })
  expect(cellsOf([noting('status 201')], [noting('status 400')], [open]).get('x/one')).toBe('killed')
  expect(cellsOf([noting('status 400')], [noting('status 400')], [open]).size).toBe(0)
})

test('a failed claim of any requirement that the fault breaks kills it', () => {
  const both = [requirement('a.must'), requirement('b.other')]
  const elsewhere = verdict('x/one', failed(['b.other', 'failure']))
  expect(cellsOf([elsewhere], strict, both).get('x/one')).toBe('killed')
  expect(cellsOf([elsewhere], strict, both.slice(0, 1)).get('x/one')).toBe('killedElsewhere')
})

test('a check kills a fault as soon as it certainly breaks the requirement, which the strict mock does not', () => {
  const at = (of: Parameters<typeof verdict>[1], before = strict, broken = requirement('a.must')) =>
    isKilledBy(verdict('x/one', of), before, [broken])
  expect(at(failed(['a.must', 'failure']))).toBe(true)
  expect(at(failed(['b.other', 'failure']))).toBe(false)
  expect(at(passed)).toBe(false)
  expect(at(failed(['a.must', 'failure']), [verdict('x/one', failed(['b.other', 'failure']))])).toBe(false)
  expect(at(failed(['a.must', 'note']), strict, requirement('a.must', { level: 'note' }))).toBe(false)
})
