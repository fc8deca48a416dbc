import { expect, test } from 'vitest'
import { caseInWords } from './case-in-words.ts'

test.each([
  ['a year ago', 'a year ago'],
  ['application/json', 'application/json'],
  ['%00', '"%00"'],
  ['', '""'],
  [{ characters: 10_000 }, 'characters 10000'],
  [{ cursor: 'é;' }, 'cursor "é;"'],
  [{ shape: 'lists', depth: 30 }, 'lists depth 30'],
  [{ name: 'first', count: '-1' }, 'first -1'],
  [{ name: 'admin', value: { a: 1 } }, 'name admin'],
  ['x'.repeat(100), `${'x'.repeat(40)}…`],
])('the case %j is called %s', (given, name) => {
  expect(caseInWords(given)).toBe(name)
})

test('a sequence of steps has no name', () => {
  expect(caseInWords([{ step: 'pay' }])).toBeUndefined()
})
