import { expect, test } from 'vitest'
import { ConfigurationError } from '../core/errors.ts'
import { catalogueOf, loadCatalogue } from './catalogue.ts'
import { profileNames } from './profiles.ts'

const defaults =
  '{ level: MUST, actor: resource-server, source: quotes, profiles: [interface], basis: stated }'

const file = (entries: string, path = 'requirements/quotes.yaml') => ({
  path,
  text: `defaults: ${defaults}\nrequirements:\n${entries}`,
})

const entry = (more = '') => file(`  - { id: quote.id.uri, says: An id is a URI.${more} }`)

const refusal = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return String(error)
  }
  throw new Error('was read')
}

test('an entry has what it says and the defaults of its file', () => {
  expect([...catalogueOf([entry(', level: SHOULD, schema: [Quote.id], reading: Why.')])]).toEqual([
    [
      'quote.id.uri',
      {
        id: 'quote.id.uri',
        level: 'SHOULD',
        actor: 'resource-server',
        says: 'An id is a URI.',
        source: 'quotes',
        profiles: ['interface'],
        basis: 'stated',
        schema: ['Quote.id'],
        reading: 'Why.',
      },
    ],
  ])
})

test('an entry stands in the profiles that it names, and says there what it says otherwise', () => {
  const entries = [
    entry(', profiles: [interface, further], in: { further: { level: SHOULD, schema: [Quote.id.format] } }'),
    file('  - { id: quote.other, says: x, profiles: [further] }', 'requirements/further/quotes.yaml'),
  ]
  expect([...catalogueOf(entries).values()].map(({ id, level }) => [id, level])).toEqual([
    ['quote.id.uri', 'MUST'],
  ])
  const further = catalogueOf(entries, 'further')
  expect([...further.keys()]).toEqual(['quote.id.uri', 'quote.other'])
  expect(further.get('quote.id.uri')).toMatchObject({ level: 'SHOULD', schema: ['Quote.id.format'] })
})

test('an id that two files have is refused with both', () => {
  const again = { ...entry(), path: 'requirements/resources.yaml' }
  expect(refusal(() => catalogueOf([entry(), again]))).toBe(
    'ConfigurationError: spec/requirements/resources.yaml: quote.id.uri: is already in spec/requirements/quotes.yaml; ' +
      'ids are unique',
  )
})

test.each([
  ['an unknown field', ', leve: MUST', '"leve" is no known field; did you mean "level"?'],
  ['an unknown level', ', level: SHALL', 'level is none of MUST, SHOULD, MAY, note'],
  ['an unknown actor', ', actor: wallet', 'actor is none of resource-server, client'],
  ['an unknown basis', ', basis: guessed', 'basis is none of stated, inferred'],
  ['an empty text', ', reading: ""', 'reading is no text'],
  ['a text that is a number', ', later: 3', 'later is no text'],
  ['a list that is a text', ', schema: Quote.id', 'schema: is no list'],
  ['a list of nothing', ', profiles: []', 'profiles is no list of texts'],
  ['a list of numbers', ', schema: [1]', 'schema is no list of texts'],
  ['a pointer that stands twice', ', schema: [Quote.id, Quote.id]', 'schema names "Quote.id" twice'],
  ['another profile than its own', ', in: { further: {} }', '"further" is no known field'],
  ['an unknown field under a profile', ', in: { interface: { leve: MUST } }', '"leve" is no known field'],
  ['later beside untested', ', later: lists, untested: not shown', 'is both untested and later; keep one'],
  ['a dispute with one reading', ', disputed: [so]', 'disputed gives one reading; give both'],
])('%s is refused with file, id and fact', (_, more, fact) => {
  const message = refusal(() => catalogueOf([entry(more)]))
  expect(message).toMatch(/^ConfigurationError: spec\/requirements\/quotes\.yaml: quote\.id\.uri: /)
  expect(message).toContain(fact)
})

test.each([
  ['no id', '  - { says: An id is a URI. }', 'entry 1: id is missing'],
  ['an id in capitals', '  - { id: Quote.id, says: x }', 'Quote.id: the id is not of lower-case words'],
  ['an id of one word', '  - { id: quote, says: x }', 'quote: the id is not of lower-case words'],
  ['an entry that is no mapping', '  - quote.id.uri', 'entry 1: is no mapping'],
  [
    'a field that stands twice',
    '  - id: quote.id\n    says: x\n    says: y',
    'line 5: Map keys must be unique',
  ],
])('%s is refused with its place', (_, entries, fact) => {
  expect(refusal(() => catalogueOf([file(entries)]))).toContain(fact)
})

test('a file without requirements, or with more beside them, is refused', () => {
  expect(refusal(() => catalogueOf([{ path: 'a.yaml', text: 'defaults: {}' }]))).toContain(
    'requirements: is no list',
  )
  expect(refusal(() => catalogueOf([{ path: 'a.yaml', text: 'requirement: []' }]))).toContain(
    '"requirement" is no known field; did you mean "requirements"?',
  )
})

test('what is untested cannot be a default', () => {
  const text = 'defaults: { untested: not shown }\nrequirements: []'
  expect(refusal(() => catalogueOf([{ path: 'a.yaml', text }]))).toContain('"untested" is no known field')
})

test.each(profileNames())('of the catalogue of %s no more than a tenth is untested', (name) => {
  const entries = [...loadCatalogue(name).values()]
  const untested = entries.filter((requirement) => requirement.untested)
  expect(untested.length).toBeGreaterThan(0)
  expect(untested.length * 10).toBeLessThanOrEqual(entries.length)
})

test.each(profileNames())('under %s a level below MUST that is inferred says why', (name) => {
  const silent = [...loadCatalogue(name).values()].filter(
    ({ level, basis, reading }) => level === 'SHOULD' && basis === 'inferred' && !reading,
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})
