import { expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { countsOf, resultOf, scoreOf } from './outcome.ts'

const mutant = {
  id: 'a',
  number: '1',
  file: 'mock/server/app.ts',
  line: 1,
  mutator: 'BooleanLiteral',
  was: 'true',
  is: 'false',
  place: 1,
}
const difference = { check: 'a/b', asked: 'GET /', strict: '200', mutant: '500' }
const attempt = (differs: Partial<Attempt>): { attempt: Attempt } => ({
  attempt: {
    noticed: [],
    outcome: 'complete',
    undecided: [],
    isReworded: false,
    exchanges: 1,
    errors: [],
    ...differs,
  },
})

test.each([
  ['noticed', attempt({ noticed: [{ check: 'a/b', requirement: 'c' }], outcome: 'interrupted', difference })],
  ['hung', { hung: true as const }],
  ['survived', attempt({ difference })],
  ['not judged', attempt({ difference, outcome: 'not judged', sentence: 'The server fails.' })],
  ['reworded', attempt({ isReworded: true })],
  ['unchanged', attempt({})],
  ['not served', { failed: 'SyntaxError\n    at here' }],
])('an attempt at a mutant results in the outcome: %s', (outcome, came) => {
  expect(resultOf(mutant, came).outcome).toBe(outcome)
})

test('the score counts only mutants that answer differently', () => {
  const results = [
    attempt({ noticed: [{ check: 'a/b', requirement: 'c' }] }),
    { hung: true as const },
    attempt({ difference }),
    attempt({ difference, outcome: 'not judged' as const }),
    attempt({}),
    attempt({ isReworded: true }),
    { failed: 'no' },
  ].map((came) => resultOf(mutant, came))
  expect(scoreOf(countsOf(results))).toEqual({ differing: 4, byClaims: 50, noticed: 75 })
})
