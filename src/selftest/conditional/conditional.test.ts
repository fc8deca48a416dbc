import { expect, test } from 'vitest'
import { printedAs } from '../../report/document/view.ts'
import { matrixOf } from '../matrix.ts'
import { matrixView } from '../matrix-view.ts'
import { emptyRecord } from '../record/record.ts'
import { markdownOf } from '../record/record-summary.ts'
import { recordIn, recordText } from '../record/record-text.ts'
import { flawsOf } from '../summary.ts'
import { fault, findings, tried } from '../testing/findings.ts'
import { type ConditionalFault, covering, drawnConditional } from './conditional.ts'
import { conditionalRecordOf, conditionalSummaryOf } from './conditional-summary.ts'

const under = (plain: string, condition: string, transformation = 'left out'): ConditionalFault => ({
  ...fault(`${plain}@${condition}`),
  conditional: { fault: plain, condition, group: 'body', transformation, operations: ['create-quote'] },
})

const candidates = ['empty', 'long', 'chunked'].flatMap((condition) =>
  Array.from({ length: 20 }, (_, at) => under(`f${at}`, condition, at % 2 === 0 ? 'left out' : 'remembered')),
)

test('a full selftest draws every condition with every way of making a fault, by its seed', () => {
  const drawn = (seed: number) => drawnConditional(candidates, { quick: false, seed }).map(({ id }) => id)
  const made = drawnConditional(candidates, { quick: false, seed: 1 }).map(
    ({ conditional: { condition, transformation } }) => `${condition} ${transformation}`,
  )
  expect(made.toSorted()).toEqual([
    ...['chunked left out', 'chunked remembered', 'empty left out', 'empty remembered'],
    ...['long left out', 'long remembered'],
  ])
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})

test('a quick selftest draws every group of conditions with every way of making a fault', () => {
  const made = drawnConditional(candidates, { quick: true, seed: 1 }).map(
    ({ conditional: { group, transformation } }) => `${group} ${transformation}`,
  )
  expect(made.toSorted()).toEqual(['body left out', 'body remembered'])
})

const across = (id: string): ConditionalFault => {
  const one = under(id, 'value-1')
  return { ...one, conditional: { ...one.conditional, across: true } }
}

test('a full selftest draws cross-group faults last, and a quick selftest draws none', () => {
  const all = [across('x'), ...candidates]
  const drawn = (quick: boolean) => drawnConditional(all, { quick, seed: 1 }).map(({ id }) => id)
  expect(drawn(false).at(-1)).toBe('x@value-1')
  expect(drawn(true)).not.toContain('x@value-1')
})

test('the reports count cross-group faults separately, and a survivor of them is not a flaw', () => {
  const mixed = matrixOf(
    findings({
      mode: 'conditional',
      faults: [under('f', 'empty'), across('x')],
      tried: [tried('f@empty', { 'x/one': 'killed' }, { held: 3 }), tried('x@value-1', {}, { held: 0 })],
    }),
  )
  expect(conditionalSummaryOf(mixed.rows)).toMatchObject({
    all: { drawn: 1, killed: 1 },
    across: { drawn: 1, survived: 1 },
  })
  expect(flawsOf(mixed).survived).toEqual([])
  const words = 'that few values show: 1 drawn, 0 killed, 1 survived.'
  expect(printedAs('text', matrixView(mixed))).toContain(words)
  expect(printedAs('html', matrixView(mixed))).toContain(words)
  expect(markdownOf({ ...emptyRecord, conditional: [conditionalRecordOf(mixed)] }, {})).toContain(words)
})

const matrix = matrixOf(
  findings({
    mode: 'conditional',
    faults: [under('f', 'empty'), under('g', 'long'), under('h', 'long', 'remembered')],
    tried: [
      tried('f@empty', { 'x/one': 'killed' }, { held: 3 }),
      tried('g@long', {}, { held: 0 }),
      tried('h@long', { 'x/two': 'killedElsewhere' }, { held: 1 }),
    ],
  }),
)

test('faults under conditions are counted by condition and by how they are made', () => {
  const { all, byTransformation, both } = conditionalSummaryOf(matrix.rows)
  expect(all).toMatchObject({ drawn: 3, killed: 1, survived: 1, killedElsewhere: 1 })
  expect(byTransformation['remembered']).toMatchObject({ drawn: 1, killedElsewhere: 1 })
  expect(both['body']?.['left out']).toMatchObject({ drawn: 2, killed: 1, survived: 1 })
})

test('the text counts faults by both, and says whether the condition of a survivor was met', () => {
  const text = printedAs('text', matrixView(matrix))
  expect(text).toContain('killed/drawn  left out  remembered  all')
  expect(text).toMatch(/^body +1\/2 +0\/1 +1\/3 +2 +0$/m)
  expect(text).toContain('g@long\n      [MUST a.must] It is g@long; which no request of the checks met')
  expect(text).toContain('h@long\n      [MUST a.must] It is h@long; which held 1 time')
})

test('the page shows the same figures as the text', () => {
  expect(printedAs('html', matrixView(matrix))).toContain(
    '<tr><th scope="row">body</th><td>1/2</td><td>0/1</td><td>1/3</td><td>2</td><td>0</td></tr>',
  )
})

test('the record keeps faults under conditions apart from plain faults', () => {
  const conditional = [conditionalRecordOf(matrix)]
  expect(conditional[0]).toMatchObject({ survived: ['g@long', 'h@long'], neverHeld: ['g@long'] })
  const record = { ...emptyRecord, conditional }
  expect(recordIn(recordText(record)).conditional).toEqual(conditional)
  const summary = markdownOf(record, {})
  expect(summary).toContain('Of a MUST, 2 survived; for 1 of them no request met the condition.')
  expect(summary).toContain('| left out | 2 | 1 | 0 | 1 | 0 |')
})

test('the chosen things contain every pair, and the one with the most new pairs comes first', () => {
  const things = ['a', 'ab', 'bc', 'abc', 'd']
  const chosen = covering(things, (thing) => [...thing])
  expect(chosen).toEqual(['abc', 'd'])
  expect(covering([], () => [])).toEqual([])
})
