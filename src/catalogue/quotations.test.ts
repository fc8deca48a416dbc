import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { loadOutline } from './outline.ts'
import { loadGeneralRules } from './requirement.ts'

const places = [...loadOutline().values()].map(({ text = '' }) => folded(text))

function folded(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Returns every text between quotation marks. */
const quotationsIn = (text: string): string[] =>
  [...folded(text).matchAll(/"([^"]+)"/g)].map(([, quotation = '']) => quotation)

/** Returns true if the place contains the quotation. An ellipsis stands for omitted words. */
const stands = (quotation: string, place: string): boolean => {
  let from = 0
  return quotation.split('…').every((part) => {
    const at = place.indexOf(part.trim(), from)
    from = at + part.trim().length
    return at >= 0
  })
}

const isVerbatim = (quotation: string): boolean => places.some((place) => stands(quotation, place))

test.each([
  ['a word for word', true],
  ['a … word', true],
  ['word … a', false],
  ['A word', false],
])('%j is a quotation of "a word for word": %s', (quotation, expected) => {
  expect(stands(quotation, 'a word for word')).toBe(expected)
})

test('every place of the interface has its text', () => {
  const silent = [...loadOutline().values()].filter(({ text }) => text === undefined)
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('quotations in readings of the interface are verbatim', () => {
  const wrong = [...loadCatalogue().values()].flatMap(({ id, reading = '', disputed = [] }) =>
    [reading, ...disputed]
      .flatMap(quotationsIn)
      .filter((quotation) => !isVerbatim(quotation))
      .map((quotation) => `${id}: "${quotation}"`),
  )
  expect(wrong).toEqual([])
})

test('quotations in general rules are verbatim', () => {
  const quotations = [...loadGeneralRules().values()].flatMap(({ says }) => quotationsIn(says))
  expect(quotations.filter((quotation) => !isVerbatim(quotation))).toEqual([])
})
