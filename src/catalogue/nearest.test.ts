import { expect, test } from 'vitest'
import { didYouMean } from './nearest.ts'

test.each([
  ['quote.id.urj', '; did you mean "quote.id.uri"?'],
  ['amount.value.unit', '; did you mean "amount.value.uint64"?'],
  ['signatures', ''],
])('%s is taken for%s', (word, suggestion) => {
  expect(didYouMean(word, ['quote.id.uri', 'amount.value.uint64'])).toBe(suggestion)
})

test('nothing is suggested where nothing is known', () => {
  expect(didYouMean('quote', [])).toBe('')
})
