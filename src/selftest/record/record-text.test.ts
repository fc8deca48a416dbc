import { expect, test } from 'vitest'
import type { MatrixRecord, RecordedRow } from './record.ts'
import { emptyRecord } from './record.ts'
import { recordIn, recordText } from './record-text.ts'

const row = (id: string, more: Partial<RecordedRow> = {}): RecordedRow => ({
  id,
  breaks: 'a.must',
  source: 'answer',
  level: 'MUST',
  weight: 'failure',
  outcome: 'killed',
  killedBy: ['x/two'],
  killedElsewhereBy: [],
  ...more,
})

const record = (...rows: RecordedRow[]): MatrixRecord => ({
  ...emptyRecord,
  checks: { 'x/one': ['a.must'], 'x/two': ['a.must', 'a.should'] },
  rows,
})

test.each<[string, RecordedRow]>([
  ['was killed', row('f')],
  ['was also killed elsewhere', row('f', { killedElsewhereBy: ['x/one'] })],
  [
    'was killed elsewhere only',
    row('f', { outcome: 'killedElsewhere', killedBy: [], killedElsewhereBy: ['x/one'] }),
  ],
  ['survived', row('f', { outcome: 'survived', killedBy: [] })],
  ['changes no response', row('f', { outcome: 'equivalent', killedBy: [] })],
  ['no check covers', row('f', { outcome: 'notCovered', killedBy: [] })],
  ['was tried over the wire', row('f', { overTheWire: 'otherwise' })],
  ['was killed by a check that is not on record yet', row('f', { killedBy: ['x/three'] })],
])('the text of a record keeps a fault that %s', (_, own) => {
  expect(recordIn(recordText(record(row('e'), own, row('g'))))).toEqual(record(row('e'), own, row('g')))
})

test('the text keeps the weight of a disputed requirement', () => {
  const disputed = record(row('f', { weight: 'note' }))
  expect(recordIn(recordText(disputed))).toEqual(disputed)
})

test('the text has one line for each fault and requirement, and what faults have in common once', () => {
  const text = recordText(record(row('f'), row('g'), row('h', { breaks: 'a.should', level: 'SHOULD' })))
  const of = (name: string) => text.split('\n').filter((line) => line.trim().startsWith(`"${name}":`))
  for (const name of ['f', 'g', 'h', 'a.must', 'a.should']) expect(of(name), name).toHaveLength(1)
  expect(of('a.must')).toEqual(['"a.must": [0,1],'])
  expect(of('f')).toEqual(['"f": [1],'])
  expect(text.match(/"breaks":/g)).toHaveLength(2)
})

test('the text of a record without a matrix under conditions is JSON', () => {
  expect(recordIn(recordText({ ...record(row('f')), conditional: undefined }))).toEqual(record(row('f')))
})

test('a record of another version is refused', () => {
  expect(() => recordIn(recordText(record()).replace(/"version": \d+/, '"version": 2'))).toThrow(/version 2/)
})
