import { expect, test } from 'vitest'
import { loadOutline, outlineOf } from './outline.ts'

const outline = (text: string) => outlineOf([{ path: 'outline.yaml', text }])

test('a place is looked up by its id', () => {
  expect(outline('- { id: errors, title: Errors, obligations: 2 }').get('errors')).toEqual({
    id: 'errors',
    title: 'Errors',
    obligations: 2,
  })
})

test.each([
  [
    '- { id: a, title: A, obligations: 1 }\n- { id: a, title: B, obligations: 1 }',
    'outline.yaml: a: stands twice',
  ],
  ['- { id: a, title: A, obligations: 0 }', 'does not say why: add `because`'],
  ['- { id: a, title: A, obligations: 1, because: None. }', 'says why it has no obligations, and has some'],
  ['- { id: a, title: A }', 'place 1: obligations is missing'],
  ['- { id: a, title: A, obligations: 1.5 }', 'obligations is not a whole number'],
  ['- { id: a, obligations: 1 }', 'title is missing'],
  ['- { id: a, titel: A, obligations: 1 }', '"titel" is not a known field; did you mean "title"?'],
  ['a: b', 'outline.yaml: is not a list'],
])('%j is refused: %s', (text, message) => {
  expect(() => outline(text)).toThrow(message)
})

test('the outline of the interface ends with its last section', () => {
  expect([...loadOutline().keys()].at(-1)).toBe('versioning')
})

test('a profile that counts fewer obligations at a place keeps its title and its text', () => {
  const before = { path: 'outline.yaml', text: '- { id: a, title: A, obligations: 2, text: So it is. }' }
  const after = { path: 'profile.yaml', text: '- { id: a, obligations: 1 }' }
  expect(outlineOf([before, after]).get('a')).toEqual({
    id: 'a',
    title: 'A',
    obligations: 1,
    text: 'So it is.',
  })
})
