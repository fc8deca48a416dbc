import { expect, test } from 'vitest'
import { fault, findings, requirement, tried } from '../testing/findings.ts'
import { check, full, matrix, present, record } from '../testing/recorded.ts'
import { type MatrixRecord, type Present, staleIn, upToDate, withMatrix } from './record.ts'

const { catalogue } = findings({})

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

test('a record that is up to date has no row of a fault that is gone, even if nothing was tried', () => {
  const { rows, faults } = upToDate(record, { ...present, faults: [] })
  expect({ rows, faults }).toEqual({ rows: [], faults: 0 })
})

test('a fault that is gone has no row, and a changed fault has only what was tried since', () => {
  const changed = { ...present, faults: [fault('f', { source: 'field-notes' })] }
  const nothing = matrix({ faults: [], tried: [] })
  expect(withMatrix(record, nothing, changed).rows).toEqual([])
  const anew = matrix({ faults: changed.faults, tried: [tried('f', { 'x/two': 'killed' })] })
  expect(withMatrix(record, anew, changed).rows).toMatchObject([{ id: 'f', killedBy: ['x/two'] }])
})

test('the record adds up the requests and seconds of all runs', () => {
  const twice = withMatrix(record, full, present)
  expect([record.seconds, twice.seconds]).toEqual([90, 180])
  expect(twice.requests).toBe(2 * record.requests)
})
