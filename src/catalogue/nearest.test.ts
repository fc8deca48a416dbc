import { expect, test } from 'vitest'
import { didYouMean } from './nearest.ts'

test.each([
  ['quote.id.urj', '; did you mean "quote.id.uri"?'],
  ['amount.value.unit', '; did you mean "amount.value.uint64"?'],
  ['amount', '; did you mean "amount.value.uint64"?'],
  ['signatures', ''],
])('the suggestion for %s is "%s"', (word, suggestion) => {
  expect(didYouMean(word, ['quote.id.uri', 'amount.value.uint64'])).toBe(suggestion)
})

test('didYouMean suggests nothing if there are no known words', () => {
  expect(didYouMean('quote', [])).toBe('')
})
