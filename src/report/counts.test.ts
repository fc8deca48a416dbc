import { expect, test } from 'vitest'
import { type RunCounts, requestsInWords } from './counts.ts'

const counts: Pick<RunCounts, 'exchanges' | 'distinct' | 'passing' | 'cut' | 'shortened'> = {
  exchanges: 3,
  distinct: 2,
  passing: 0,
  cut: 0,
  shortened: 0,
}

test('the counts do not mention bounds if all answers are short', () => {
  expect(requestsInWords(counts as RunCounts)).toBe('3 sent, 2 distinct')
})

test('the counts mention the bounds on the record and on memory once they are reached', () => {
  const words = requestsInWords({ ...(counts as RunCounts), cut: 1, shortened: 2 })
  expect(words).toContain('1 long responses were not recorded in full')
  expect(words).toContain('texts over 64 KiB in 2 responses were cut to their first 1,024 characters')
})
