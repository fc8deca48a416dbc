import { expect, test } from 'vitest'
import { resultOf } from './outcome.ts'
import { markdownOf, recordOf } from './record.ts'

const mutant = (number: string) => ({
  id: number,
  number,
  file: 'mock/server/app.ts',
  line: 1,
  mutator: 'BooleanLiteral',
  was: 'true',
  is: 'false',
  place: 1,
})
const difference = { check: 'a/b', asked: 'GET /', strict: '200', mutant: '500' }
const attempt = {
  outcome: 'complete' as const,
  undecided: [],
  isReworded: false,
  exchanges: 1,
  errors: [],
  difference,
}

const record = recordOf({
  seed: 7,
  runs: 5,
  fingerprint: 'f',
  all: 10,
  reached: 8,
  results: [
    resultOf(mutant('1'), { attempt: { ...attempt, noticed: [{ check: 'a/b', requirement: 'c' }] } }),
    resultOf(mutant('2'), { attempt: { ...attempt, noticed: [] } }),
    resultOf(mutant('3'), {
      attempt: { ...attempt, noticed: [], outcome: 'not judged', sentence: 'The server refuses all.' },
    }),
  ],
  milliseconds: 61_000,
})

test('the record distinguishes mutants that a claim notices from mutants noticed in any way', () => {
  expect(markdownOf(record)).toContain(
    '**66.6 %** of the 3 that answer otherwise are noticed: 33.3 % by a claim,',
  )
})

test('the record states its sample, its duration and how many survivors are explained', () => {
  expect(markdownOf(record)).toContain(
    '3 drawn by seed 7 of 8 mutants that a run comes to (10 in all), in 61 s on two cores; 0 of 1 survivor explained.',
  )
})
