import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { closed } from '../formats/testing/closed.ts'
import { printedAs } from '../report/document/view.ts'
import { matrixOf } from './matrix.ts'
import { matrixView } from './matrix-view.ts'
import { flawsOf, summaryOf } from './summary.ts'
import { fault, findings, tried } from './testing/findings.ts'

const outcomeOf = (...[of, came]: [ReturnType<typeof fault>, ReturnType<typeof tried>]) =>
  matrixOf(findings({ faults: [of], tried: [came] })).rows[0]?.outcome

test('a fault is killed if a check detects it, killed elsewhere if only others fail, else survived', () => {
  expect(outcomeOf(fault('f'), tried('f', { 'x/one': 'killedElsewhere', 'x/two': 'killed' }))).toBe('killed')
  expect(outcomeOf(fault('f'), tried('f', { 'x/one': 'killedElsewhere', 'x/two': 'undecided' }))).toBe(
    'killedElsewhere',
  )
  expect(outcomeOf(fault('f'), tried('f', { 'x/two': 'undecided' }))).toBe('survived')
})

test('a fault that changes no answer is equivalent only for a recorded reason', () => {
  const alike = tried('f', {}, { sameAnswers: true })
  expect(outcomeOf(fault('f'), alike)).toBe('survived')
  expect(outcomeOf(fault('f', { equivalent: 'nobody can see it' }), alike)).toBe('equivalent')
  expect(outcomeOf(fault('f', { equivalent: 'nobody can see it' }), tried('f', {}))).toBe('survived')
})

test('a fault of a requirement that no check judges yet is not covered', () => {
  expect(outcomeOf(fault('f', { breaks: 'a.later' }), tried('f', {}))).toBe('notCovered')
})

test('a check that is never alone in detecting a fault is redundant, and shows why it is kept', () => {
  const { columns } = matrixOf(
    findings({
      faults: [fault('f'), fault('g')],
      tried: [tried('f', { 'x/one': 'killed' }), tried('g', { 'x/one': 'killed', 'x/two': 'killed' })],
      kept: { 'x/two': 'It is cheap', 'x/one': 'It never has to be' },
    }),
  )
  expect(columns).toMatchObject([
    { id: 'x/one', detects: 2, alone: 1, redundant: false },
    { id: 'x/two', detects: 1, alone: 0, redundant: true, kept: 'It is cheap' },
  ])
  expect(columns[0]).not.toHaveProperty('kept')
})

test('a quick matrix calls no check redundant', () => {
  expect(matrixOf(findings({ mode: 'quick' })).columns.some(({ redundant }) => redundant)).toBe(false)
})

test('the flaws of a matrix are survivors of a MUST (over the wire too), unfit checks and errors', () => {
  const flaws = (more: Parameters<typeof findings>[0]) => flawsOf(matrixOf(findings(more)))
  const killed = tried('f', { 'x/one': 'killed' })
  const survived = tried('f', {})
  const ids = (more: Parameters<typeof findings>[0]) => flaws(more).survived.map(({ id }) => id)
  expect(ids({ faults: [fault('f')], tried: [killed] })).toEqual([])
  expect(ids({ faults: [fault('f')], tried: [survived] })).toEqual(['f'])
  expect(ids({ faults: [fault('f')], tried: [tried('f', { 'x/one': 'killedElsewhere' })] })).toEqual(['f'])
  expect(ids({ faults: [fault('f', { breaks: 'a.should' })], tried: [survived] })).toEqual([])
  expect(ids({ faults: [fault('f')], tried: [killed, { ...survived, wire: true }] })).toEqual(['f'])
  const { strict } = findings({})
  expect(flaws({ strict: { ...strict, statuses: { 'x/one': 'failed' } } }).unfit).toEqual(['x/one'])
  expect(flaws({ tried: [tried('f', {}, { errors: ['broke'] })] }).errors).toEqual(['f: broke'])
})

const varied = matrixOf(
  findings({
    faults: [
      fault('f', { source: 'guard' }),
      fault('g', { reference: 'server #1', source: 'field-notes' }),
      fault('h', { breaks: 'a.should', equivalent: 'nobody can see it' }),
      fault('<i>', { breaks: 'a.later', source: 'answer' }),
    ],
    tried: [
      tried('f', { 'x/one': 'killed', 'x/two': 'undecided' }),
      tried('f', { 'x/one': 'killed' }, { wire: true }),
      tried('g', { 'x/two': 'killedElsewhere' }),
      tried('h', {}, { sameAnswers: true }),
      tried('<i>', {}),
    ],
  }),
)

const conditional = {
  fault: 'f',
  condition: 'in-list',
  group: 'page',
  transformation: 'left out',
  operations: ['get-quote'],
}

const underConditions = matrixOf(
  findings({
    mode: 'conditional',
    faults: [fault('f@in-list', { conditional })],
    tried: [tried('f@in-list', {}, { held: 2 })],
  }),
)

test.each([varied, underConditions])('the JSON form fits the published schema', (matrix) => {
  const url = new URL('../../spec/schemas/kill-matrix.json', import.meta.url)
  const validate = new Ajv2020().compile(closed(JSON.parse(readFileSync(url, 'utf8'))))
  validate(JSON.parse(printedAs('json', matrixView(matrix))))
  expect(validate.errors).toBe(null)
})

test('faults are counted by source', () => {
  const { bySource, all } = summaryOf(varied)
  expect(all).toEqual({ faults: 4, killed: 1, killedElsewhere: 1, survived: 0, equivalent: 1, notCovered: 1 })
  expect(bySource['field-notes']).toMatchObject({ faults: 1, killedElsewhere: 1 })
})

test('the text names each fault that was not killed, with its requirement', () => {
  const text = printedAs('text', matrixView(varied))
  expect(text).toContain('Killed elsewhere (1)\n  g\n      [MUST a.must] It is g\n      by x/two')
  expect(text).toContain('h: nobody can see it')
  expect(text).toContain('1 fault of a MUST was not killed by a check that cites it: g.')
})

test('the page has no script, and shows a name as text', () => {
  const page = printedAs('html', matrixView(varied))
  expect(page).not.toContain('<script')
  expect(page).not.toContain('<i>')
  expect(page).toContain('<title>f / x/one: killed</title>')
})
