import { expect, test } from 'vitest'
import { fault, tried } from '../testing/findings.ts'
import { matrix, present, record } from '../testing/recorded.ts'
import { emptyRecord, upToDate, withMatrix, withQuick } from './record.ts'
import { markdownOf, unexplainedIn } from './record-summary.ts'

test('no check is redundant while a fault is not on record, and the Markdown says so', () => {
  const more = { ...present, faults: [...present.faults, fault('h')] }
  const partial = withMatrix(record, matrix({ faults: [], tried: [] }), more)
  expect(unexplainedIn(partial, more, {})).toEqual([])
  expect(markdownOf(partial, {})).toMatch(
    /^2 of 3 faults against 2 checks.*\n[\s\S]*only known once every fault/m,
  )
})

test('the Markdown has a table by source', () => {
  const text = markdownOf(record, {})
  expect(text).toContain('| by hand | 2 | 1 | 1 | 0 | 0 | 0 |')
  expect(text).toContain('2 faults against 2 checks, seed 1, 5 generated cases per property')
})

test('the Markdown names the survivors, and which of them are of a MUST', () => {
  const missing = matrix({ faults: [fault('f')], tried: [tried('f', {})] })
  expect(markdownOf(upToDate(withMatrix(emptyRecord, missing, present), present), {})).toContain(
    'Survived: `f`; of a MUST: `f`.',
  )
  expect(markdownOf(record, {})).toContain('Survived: none; of a MUST: none.')
})

test('the Markdown counts the faults tried over the wire, and those with another outcome there', () => {
  const there = [
    tried('f', { 'x/one': 'killed' }, { wire: true }),
    tried('g', { 'x/one': 'killed' }, { wire: true }),
  ]
  const both = matrix({
    faults: present.faults,
    tried: [tried('f', { 'x/one': 'killed' }), tried('g', {}), ...there],
  })
  expect(markdownOf(withMatrix(emptyRecord, both, present), {})).toContain(
    '2 faults tried over the wire too, 1 with another outcome than in process.',
  )
})

test('a quick matrix is one line of the Markdown', () => {
  const other = matrix({ mode: 'quick', profile: 'open-payments-1.3', milliseconds: 9_000 })
  expect(markdownOf(withQuick(record, [other]), {})).toMatch(
    /^Under `open-payments-1.3`, `--quick`: \d+ faults? against 2 checks, .+, \d+ survived, in 9 s\.$/m,
  )
})

test('a reason to keep a redundant check counts without a new matrix', () => {
  const kept = { 'x/two': 'Nothing else asks.' }
  expect([unexplainedIn(record, present, {}), unexplainedIn(record, present, kept)]).toEqual([['x/two'], []])
  expect(unexplainedIn(record, { ...present, checks: present.checks.slice(0, 1) }, {})).toEqual([])
  expect(markdownOf(record, {})).toContain('1 check, 0 of them kept for a written reason.')
  expect(markdownOf(record, kept)).toContain('1 check, 1 of them kept for a written reason.')
})
