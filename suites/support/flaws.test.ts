import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf } from '../../src/generate/broken-values.ts'
import { formsOf } from '../../src/generate/coerced.ts'
import { casesAt, isFurtherForm } from './flaws.ts'
import { creatingPayment } from './operations.ts'

const quoteId = placesOf('CreateOutgoingPaymentFromQuote').find(
  ({ pointer }) => pointer === 'CreateOutgoingPaymentFromQuote.quoteId',
)

const formsIn = (on: typeof creatingPayment, isMust: boolean): unknown[] => {
  if (!quoteId) throw new Error('the schema has no quoteId')
  const cases = casesAt(on, quoteId, { edges: [], any: fc.constant('') }, isMust)
  return cases.kind === 'each' ? cases.values.map(({ as }) => as) : []
}

test('a payment that must be refused is tried with each form by itself', () => {
  expect(formsIn(creatingPayment, true)).toEqual(formsOf('uri').map((as) => [as]))
})

test('a payment whose refusal is recommended shares the forms between three requests', () => {
  expect(formsIn(creatingPayment, false)).toHaveLength(3)
})

test('most forms are tried in the simplest circumstances only, and none of several forms is', () => {
  const spared = formsOf('uri').filter((as) => isFurtherForm('uri', { as: [as] }))
  expect(spared).toEqual(formsOf('uri').slice(2))
  expect([{}, { as: formsOf('uri') }].some((flaw) => isFurtherForm('uri', flaw))).toBe(false)
})
