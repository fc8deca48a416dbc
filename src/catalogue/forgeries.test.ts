import { expect, test } from 'vitest'
import { forgeriesIn, loadForgeries, nameOf } from './forgeries.ts'

const group = (forgeries: string, input = 'signature'): string =>
  `- { input: ${input}, class: constant, row: signature-invalid, requirement: signature.verifies, forgeries: [${forgeries}] }`

const read = (text: string) => forgeriesIn({ path: 'forgeries.yaml', text })

test('an entry has the input, the class, the row and the requirement of its group', () => {
  expect(read(group('{ id: all zeros, flaw: CVE-2022-21449 }'))).toEqual([
    {
      id: 'all zeros',
      input: 'signature',
      class: 'constant',
      flaw: 'CVE-2022-21449',
      row: 'signature-invalid',
      requirement: 'signature.verifies',
    },
  ])
})

test.each([
  ['an entry without a source', group('{ id: all zeros }'), '"all zeros": flaw is missing'],
  ['an input that is not verified', group('{ id: a, flaw: b }', 'body'), 'input is none of signature,'],
  ['an id that stands twice', group('{ id: a, flaw: b }, { id: a, flaw: c }'), 'signature "a": stands twice'],
  ['a value that is not text', group('{ id: a, flaw: b, value: 1 }'), '"a": value is not text'],
  ['a flag that is not true', group('{ id: a, flaw: b, anyRefusal: no }'), '"a": anyRefusal is not true'],
  ['an unknown field', group('{ id: a, flaws: b }'), '"flaws" is not a known field; did you mean "flaw"?'],
])('%s is refused, and the message names it', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('every entry of the dictionary has an id of its own', () => {
  const names = loadForgeries().map(nameOf)
  expect(names).toEqual([...new Set(names)])
})
