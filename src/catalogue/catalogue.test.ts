import { expect, test } from 'vitest'
import { ConfigurationError } from '../core/errors.ts'
import { type CatalogueLayer, catalogueOf, loadCatalogue } from './catalogue.ts'
import { profileNames } from './profiles.ts'
import { readingOf } from './requirement.ts'
import type { SpecFile } from './spec-file.ts'

const defaults = '{ level: MUST, actor: resource-server, source: quotes, basis: stated }'

const file = (entries: string, path = 'requirements/quotes.yaml') => ({
  path,
  text: `defaults: ${defaults}\nrequirements:\n${entries}`,
})

const layer = (...files: SpecFile[]): CatalogueLayer => ({ profile: 'interface', files })

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

test('an entry combines its own fields with the defaults of its file', () => {
  expect([...catalogueOf([layer(entry(', level: SHOULD, schema: [Quote.id], reading: Why.'))])]).toEqual([
    [
      'quote.id.uri',
      {
        id: 'quote.id.uri',
        level: 'SHOULD',
        actor: 'resource-server',
        says: 'An id is a URI.',
        source: 'quotes',
        profile: 'interface',
        basis: 'stated',
        schema: ['Quote.id'],
        reading: 'Why.',
      },
    ],
  ])
})

const quoted = '[{ at: resource-server#info.description, says: JSON }]'

const further = (inherited: string, entries = '  []'): CatalogueLayer => ({
  profile: 'further',
  files: [file(entries, 'profiles/further/requirements/quotes.yaml')],
  inherited: { path: 'profiles/further/inherited.yaml', text: inherited },
})

test('a profile inherits entries, leaves some out by "without", and changes some by "otherwise"', () => {
  const base = layer(
    entry(', reading: Why.'),
    file('  - { id: quote.gone, says: x }', 'requirements/more.yaml'),
  )
  const otherwise = '{ quote.id.uri: { level: SHOULD, schema: [Quote.id.format], reading: null } }'
  const catalogue = catalogueOf([
    base,
    further(
      `without: { quote.gone: ${quoted} }\notherwise: ${otherwise}`,
      `  - { id: quote.other, says: x, published: ${quoted} }`,
    ),
  ])
  expect([...catalogue.keys()]).toEqual(['quote.id.uri', 'quote.other'])
  expect(catalogue.get('quote.id.uri')).toMatchObject({ level: 'SHOULD', schema: ['Quote.id.format'] })
  expect(catalogue.get('quote.id.uri')).not.toHaveProperty('reading')
  expect([...catalogue.values()].map(({ profile }) => profile)).toEqual(['interface', 'further'])
})

test.each([
  [`without: { quote.id.url: ${quoted} }`, '"quote.id.url" is not inherited; did you mean "quote.id.uri"?'],
  ['otherwise: { quote.id.url: { level: MUST } }', '"quote.id.url" is not inherited'],
  ['otherwise: { quote.id.uri: { leve: MUST } }', 'quote.id.uri: "leve" is not a known field'],
  ['otherwise: { quote.id.uri: { level: SHALL } }', 'quote.id.uri: level is none of'],
  ['otherwise: { quote.id.uri: { says: null } }', 'quote.id.uri: says is missing'],
  ['without: { quote.id.uri: [] }', 'without: quote.id.uri: is empty'],
  [
    'otherwise: { quote.id.uri: { level: MUST } }',
    'quote.id.uri: is a MUST of this profile without `published`',
  ],
  [
    'otherwise: { quote.id.uri: { basis: stated } }',
    'quote.id.uri: is a MUST of this profile without `published`',
  ],
  ['withuot: []', '"withuot" is not a known field; did you mean "without"?'],
])('a mistake in inherited.yaml is refused, and the message names the file: %s', (inherited, fact) => {
  const message = refusal(() => catalogueOf([layer(entry()), further(inherited)]))
  expect(message).toMatch(/^ConfigurationError: spec\/profiles\/further\/inherited\.yaml: /)
  expect(message).toContain(fact)
})

test('a MUST that a profile adds needs the published text', () => {
  const added = '  - { id: quote.other, says: x }'
  expect(refusal(() => catalogueOf([layer(entry()), further('{}', added)]))).toContain(
    'quote.other: is a MUST of this profile without `published`: quote the published text',
  )
})

test('an entry keeps its quotations, with white space folded', () => {
  const at = 'auth-server#info.description'
  const entries = `  - { id: quote.id.uri, says: x, published: [{ at: ${at}, says: 'two\n\n    words' }] }`
  expect(catalogueOf([layer(file(entries))]).get('quote.id.uri')?.published).toEqual([
    { at, says: 'two words' },
  ])
})

test('an id that stands in two files is refused, and the message names both', () => {
  const again = { ...entry(), path: 'requirements/resources.yaml' }
  expect(refusal(() => catalogueOf([layer(entry(), again)]))).toBe(
    'ConfigurationError: spec/requirements/resources.yaml: quote.id.uri: is already in spec/requirements/quotes.yaml; ' +
      'ids are unique',
  )
})

test.each([
  ['an unknown field', ', leve: MUST', '"leve" is not a known field; did you mean "level"?'],
  ['an unknown level', ', level: SHALL', 'level is none of MUST, SHOULD, MAY, note'],
  ['an unknown actor', ', actor: wallet', 'actor is none of resource-server, client'],
  ['an unknown basis', ', basis: guessed', 'basis is none of stated, inferred'],
  ['empty text', ', reading: ""', 'reading is not text'],
  ['a text that is a number', ', later: 3', 'later is not text'],
  ['a list that is a text', ', schema: Quote.id', 'schema: is not a list'],
  ['a list of nothing', ', disputed: []', 'disputed is not a list of texts'],
  ['a list of numbers', ', schema: [1]', 'schema is not a list of texts'],
  ['a pointer that stands twice', ', schema: [Quote.id, Quote.id]', 'schema names "Quote.id" twice'],
  ['later beside untested', ', later: lists, untested: not shown', 'is both untested and later; keep one'],
  ['a quotation from elsewhere', ', published: [{ at: info, says: x }]', 'at is not resource-server#place'],
  ['a quotation without text', ', published: [{ at: resource-server#info }]', 'says is missing'],
  ['a dispute with one reading', ', disputed: [so]', 'disputed gives one reading; give both'],
])('%s is refused, and the message names the file, the id and the mistake', (_, more, fact) => {
  const message = refusal(() => catalogueOf([layer(entry(more))]))
  expect(message).toMatch(/^ConfigurationError: spec\/requirements\/quotes\.yaml: quote\.id\.uri: /)
  expect(message).toContain(fact)
})

test.each([
  ['no id', '  - { says: An id is a URI. }', 'entry 1: id is missing'],
  ['an id in capitals', '  - { id: Quote.id, says: x }', 'Quote.id: the id is not of lower-case words'],
  ['an id of one word', '  - { id: quote, says: x }', 'quote: the id is not of lower-case words'],
  ['an entry that is not a mapping', '  - quote.id.uri', 'entry 1: is not a mapping'],
  [
    'a field that stands twice',
    '  - id: quote.id\n    says: x\n    says: y',
    'line 5: Map keys must be unique',
  ],
])('%s is refused, and the message names its place', (_, entries, fact) => {
  expect(refusal(() => catalogueOf([layer(file(entries))]))).toContain(fact)
})

test('a file without a list of requirements, or with an unknown field, is refused', () => {
  expect(refusal(() => catalogueOf([layer({ path: 'a.yaml', text: 'defaults: {}' })]))).toContain(
    'requirements: is not a list',
  )
  expect(refusal(() => catalogueOf([layer({ path: 'a.yaml', text: 'requirement: []' })]))).toContain(
    '"requirement" is not a known field; did you mean "requirements"?',
  )
})

test('a file cannot declare "untested" as a default', () => {
  const text = 'defaults: { untested: not shown }\nrequirements: []'
  expect(refusal(() => catalogueOf([layer({ path: 'a.yaml', text })]))).toContain(
    '"untested" is not a known field',
  )
})

test.each(profileNames())('some, but at most a tenth, of the catalogue of %s is untested', (name) => {
  const entries = [...loadCatalogue(name).values()]
  const untested = entries.filter((requirement) => requirement.untested)
  expect(untested.length).toBeGreaterThan(0)
  expect(untested.length * 10).toBeLessThanOrEqual(entries.length)
})

test.each(profileNames())('under %s, every inferred obligation has a reading or a general rule', (name) => {
  const silent = [...loadCatalogue(name).values()].filter(
    (requirement) =>
      requirement.basis === 'inferred' &&
      ['MUST', 'SHOULD'].includes(requirement.level) &&
      readingOf(requirement) === undefined,
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test.each(profileNames())('under %s no reading refers to the reading of another entry', (name) => {
  const referring = [...loadCatalogue(name).values()].filter(({ reading, disputed = [] }) =>
    [reading ?? '', ...disputed].some((text) => /same reading/i.test(text)),
  )
  expect(referring.map(({ id }) => id)).toEqual([])
})

const inferring = (more = '') => layer(entry(`, basis: inferred, rule: duty-needs-refusal${more}`))

test('the reading of an entry begins with the general rule that it rests on', () => {
  const [requirement] = catalogueOf([inferring(', reading: Why.')]).values()
  expect(requirement?.rule?.id).toBe('duty-needs-refusal')
  expect(requirement && readingOf(requirement)).toMatch(/^The specification binds the client here.+ Why\.$/)
})

test('an entry that a profile changes to stated no longer rests on a general rule', () => {
  const stated = further(`otherwise: { quote.id.uri: { basis: stated, published: ${quoted} } }`)
  expect(catalogueOf([inferring(), stated]).get('quote.id.uri')).not.toHaveProperty('rule')
})

test('an unknown general rule is refused, and the message suggests the nearest one', () => {
  const text = ', basis: inferred, rule: duty-need-refusal'
  expect(refusal(() => catalogueOf([layer(entry(text))]))).toContain(
    'rule "duty-need-refusal" is not in spec/general-rules.yaml; did you mean "duty-needs-refusal"?',
  )
})
