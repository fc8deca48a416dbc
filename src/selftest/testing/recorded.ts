import { type Findings, type Matrix, matrixOf } from '../matrix.ts'
import { emptyRecord, type MatrixRecord, type Present, upToDate, withMatrix } from '../record/record.ts'
import { fault, findings, tried } from './findings.ts'

const { catalogue } = findings({})

export const check = (id: string, ...claims: string[]): Present['checks'][number] => ({
  id,
  title: `Check ${id}`,
  claims,
})

export const present: Present = {
  faults: [fault('f'), fault('g')],
  checks: [check('x/one', 'a.must'), check('x/two', 'a.should')],
  catalogue,
}

export const matrix = (more: Partial<Findings>): Matrix => matrixOf(findings(more))

export const full: Matrix = matrix({
  faults: present.faults,
  tried: [tried('f', { 'x/one': 'killed' }), tried('g', { 'x/two': 'killedElsewhere' })],
  milliseconds: 90_000,
})

export const record: MatrixRecord = upToDate(withMatrix(emptyRecord, full, present), present)
