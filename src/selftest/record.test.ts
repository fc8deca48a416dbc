import { expect, test } from 'vitest'
import { type Findings, matrixOf } from './matrix.ts'
import {
  emptyRecord,
  type MatrixRecord,
  markdownOf,
  type Present,
  staleIn,
  unexplainedIn,
  upToDate,
  withMatrix,
  withQuick,
} from './record.ts'
import { fault, findings, requirement, tried } from './testing/findings.ts'

const { catalogue } = findings({})

const check = (id: string, ...claims: string[]): Present['checks'][number] => ({
  id,
  title: `Check ${id}`,
  claims,
})

const present: Present = {
  faults: [fault('f'), fault('g')],
  checks: [check('x/one', 'a.must'), check('x/two', 'a.should')],
  catalogue,
}

const matrix = (more: Partial<Findings>) => matrixOf(findings(more))

const full = matrix({
  faults: present.faults,
  tried: [tried('f', { 'x/one': 'killed' }), tried('g', { 'x/two': 'killedElsewhere' })],
  milliseconds: 90_000,
})

const record = upToDate(withMatrix(emptyRecord, full, present), present)

const outcomes = ({ rows }: MatrixRecord): string[] => rows.map(({ id, outcome }) => `${id} ${outcome}`)

test('a record of every fault and check is fresh', () => {
  expect(staleIn(record, present)).toEqual({ faults: [], checks: [], gone: [] })
  expect(outcomes(record)).toEqual(['f killed', 'g killedElsewhere'])
})

test.each<[string, Partial<Present>, Partial<ReturnType<typeof staleIn>>]>([
  ['a new fault', { faults: [...present.faults, fault('h')] }, { faults: ['h'] }],
  [
    'a fault of another requirement',
    { faults: [fault('f', { breaks: 'a.should' }), fault('g')] },
    { faults: ['f'] },
  ],
  [
    'another level of a requirement',
    { catalogue: new Map([...catalogue, ['a.must', requirement('a.must', { level: 'SHOULD' })]]) },
    { faults: ['f', 'g'] },
  ],
  [
    'a requirement that is disputed from now on',
    {
      catalogue: new Map([...catalogue, ['a.must', requirement('a.must', { disputed: ['This.', 'That.'] })]]),
    },
    { faults: ['f', 'g'] },
  ],
  ['a new check', { checks: [...present.checks, check('x/three')] }, { checks: ['x/three'] }],
  [
    'of a check with another claim, each fault of that requirement,',
    { checks: [check('x/one', 'a.must', 'a.note'), check('x/two', 'a.must')] },
    { faults: ['f', 'g'] },
  ],
  [
    'of a check with a claim about which there is no fault, nothing',
    { checks: [check('x/one', 'a.must', 'a.note'), ...present.checks.slice(1)] },
    {},
  ],
  ['a fault that is gone', { faults: [fault('f')] }, { gone: ['g'] }],
  [
    'a check that is gone, with the fault that it alone killed,',
    { checks: present.checks.slice(1) },
    { faults: ['f'], gone: ['x/one'] },
  ],
])('%s is all that is stale', (_, changed, stale) => {
  expect(staleIn(record, { ...present, ...changed })).toEqual({ faults: [], checks: [], gone: [], ...stale })
})

test('a new check adds a column, and the other cells of each row stay', () => {
  const checks = [...present.checks, check('x/three')]
  const column = matrix({
    mode: 'selection',
    faults: present.faults,
    checks: [check('x/three')],
    tried: [tried('f', {}), tried('g', { 'x/three': 'killed' })],
  })
  const after = withMatrix(record, column, { ...present, checks })
  expect(after.rows).toMatchObject([
    { id: 'f', outcome: 'killed', killedBy: ['x/one'] },
    { id: 'g', outcome: 'killed', killedBy: ['x/three'], killedElsewhereBy: ['x/two'] },
  ])
})

test('a check that no longer detects a fault, or no longer exists, loses its cell', () => {
  const again = matrix({
    mode: 'selection',
    faults: [fault('f')],
    checks: [check('x/one')],
    tried: [tried('f', {})],
  })
  expect(outcomes(withMatrix(record, again, present))).toEqual(['f survived', 'g killedElsewhere'])
  const nothing = matrix({ faults: [], tried: [] })
  expect(outcomes(withMatrix(record, nothing, { ...present, checks: present.checks.slice(1) }))).toEqual([
    'f survived',
    'g killedElsewhere',
  ])
})

test('a fault that is gone has no row, and a changed fault has only what was tried since', () => {
  const changed = { ...present, faults: [fault('f', { source: 'field-notes' })] }
  const nothing = matrix({ faults: [], tried: [] })
  expect(withMatrix(record, nothing, changed).rows).toEqual([])
  const anew = matrix({ faults: changed.faults, tried: [tried('f', { 'x/two': 'killed' })] })
  expect(withMatrix(record, anew, changed).rows).toMatchObject([{ id: 'f', killedBy: ['x/two'] }])
})

test('no check is redundant while a fault is not on record, and the Markdown says so', () => {
  const more = { ...present, faults: [...present.faults, fault('h')] }
  const partial = withMatrix(record, matrix({ faults: [], tried: [] }), more)
  expect(unexplainedIn(partial, more, {})).toEqual([])
  expect(markdownOf(partial, {})).toMatch(
    /^2 of 3 faults against 2 checks.*\n[\s\S]*only known once every fault/m,
  )
})

test('the record adds up the requests and seconds of all runs', () => {
  const twice = withMatrix(record, full, present)
  expect([record.seconds, twice.seconds]).toEqual([90, 180])
  expect(twice.requests).toBe(2 * record.requests)
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
