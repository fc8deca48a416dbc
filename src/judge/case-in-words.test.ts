import { expect, test } from 'vitest'
import { caseInWords, wholeCaseInWords } from './case-in-words.ts'

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

test.each([
  ['in another case', 'in another case'],
  [{ side: 'debitAmount', value: '1' }, 'debitAmount 1'],
  [{ side: 'debitAmount', values: ['1', '20'] }, 'debitAmount 1, 20'],
  [{ in: ['debitAmount'], as: ['a list of one', 'a node'] }, 'in debitAmount as a list of one, a node'],
  [{ value: null }, 'value null'],
  [{ name: 'admin', value: { a: 1 } }, 'admin value (a 1)'],
  [['signature', 'signature-input'], 'signature, signature-input'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d and 1 more'],
  [[{ do: 'pay', debitAmount: '5' }, { do: 'list' }], '2 steps: pay debitAmount 5, list'],
])('the whole case %j is described as %s', (given, words) => expect(wholeCaseInWords(given)).toBe(words))

test.each([
  [{ direction: 'forwards', count: 1 }, 'forwards, a page of 1'],
  [{ direction: 'backwards', count: 10, item: 11 }, 'backwards, a page of 10, at item 11'],
  [
    { direction: 'forwards', count: 2, item: 0, follow: 'endCursor' },
    'forwards, a page of 2, at item 0, then on from its endCursor',
  ],
])('the page %j is described as %s, in a finding and in a note', (given, words) =>
  expect([wholeCaseInWords(given), caseInWords(given)]).toEqual([words, words]),
)
