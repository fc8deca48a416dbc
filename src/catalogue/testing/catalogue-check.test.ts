import { expect, test } from 'vitest'
import { loadOpenApi } from '../../openapi/document.ts'
import { loadCatalogue } from '../catalogue.ts'
import { loadOutline } from '../outline.ts'
import type { Requirement } from '../requirement.ts'
import { type Parts, problemsOf } from './catalogue-check.ts'

const entry = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  level: 'MUST',
  actor: 'resource-server',
  says: 'So.',
  source: 'quotes',
  profile: 'interface',
  basis: 'stated',
  ...more,
})

const present = entry('quote.id.present', { schema: ['Quote.id.required'] })
const uri = entry('quote.id.uri', { schema: ['Quote.id'] })
const expiry = entry('quote.expiry', { level: 'SHOULD', schema: ['Quote.expiresAt.required'] })
const object = entry('quote.object', { schema: ['Quote'] })

const small = (entries: Requirement[], changes: Partial<Parts> = {}): Parts => ({
  catalogue: new Map(entries.map((requirement) => [requirement.id, requirement])),
  outline: new Map([['quotes', { id: 'quotes', title: 'Quotes', obligations: entries.length }]]),
  claims: new Map([['quotes/read', entries.map(({ id }) => id)]]),
  openapi: {
    openapi: '3.1.1',
    info: { title: 'Quotes', version: '1' },
    paths: {
      '/quotes': {
        get: {
          responses: {
            '200': {
              description: 'A quote.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Quote' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Quote: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', format: 'uri' }, expiresAt: {} },
          ...{ 'x-should': ['expiresAt'] },
        },
      },
    },
  },
  ...changes,
})

const whole = [present, uri, expiry, object]

test('a consistent catalogue has no problems', () => {
  expect(problemsOf(small(whole))).toEqual([])
})

test.each<[string, Parts, string]>([
  [
    'a source that the outline lacks',
    small([present, { ...uri, source: 'quote' }, expiry, object], {
      outline: new Map([['quotes', { id: 'quotes', title: 'Quotes', obligations: 3 }]]),
    }),
    'quote.id.uri stands at "quote", which is not in the outline; did you mean "quotes"?',
  ],
  [
    'a count that is not the catalogue’s',
    small(whole, { outline: new Map([['quotes', { id: 'quotes', title: 'Quotes', obligations: 3 }]]) }),
    'the outline reads 3 obligations out of quotes, the catalogue has 4',
  ],
  [
    'a claim on an unknown entry',
    small(whole, { claims: new Map([['quotes/read', [...whole.map(({ id }) => id), 'quote.id.urj']]]) }),
    'check "quotes/read" verifies "quote.id.urj", which is not in spec/requirements; did you mean "quote.id.uri"?',
  ],
  [
    'an entry without a check',
    small(whole, { claims: new Map([['quotes/read', whole.slice(1).map(({ id }) => id)]]) }),
    'quote.id.present has no check: write one, or say "untested" or "later" and why',
  ],
  [
    'a later entry with a check',
    small([{ ...present, later: 'lists' }, uri, expiry, object]),
    'quote.id.present is later, yet check "quotes/read" verifies it: take "later" away',
  ],
  [
    'an untested entry with a check',
    small([{ ...present, untested: 'not shown' }, uri, expiry, object]),
    'quote.id.present is untested, yet check "quotes/read" verifies it: take "untested" away',
  ],
  [
    'a pointer that resolves nowhere',
    small([present, { ...uri, schema: ['Quote.id', 'Quote.ids'] }, expiry, object]),
    'quote.id.uri names Quote.ids, which is not in spec/openapi.yaml; did you mean "Quote.id"?',
  ],
  [
    'a keyword that no entry names',
    small([present, { ...uri, schema: ['Quote.id.format'] }, expiry, object]),
    'spec/openapi.yaml says Quote.id.type, which no entry names: add Quote.id.type or Quote.id to its schema',
  ],
  [
    'a presence that only its field names',
    small([uri, expiry, object]),
    'spec/openapi.yaml says Quote.id.required, which no entry names: add Quote.id.required to its schema',
  ],
  [
    'a keyword that two entries name',
    small([...whole, entry('quote.id.again', { schema: ['Quote.id'] })]),
    'Quote.id is named by quote.id.uri and quote.id.again; leave it to one',
  ],
  [
    'a recommendation that the entry demands',
    small([present, uri, { ...expiry, level: 'MUST' }, object]),
    'Quote.expiresAt.required stands under x-should, yet quote.expiry is a MUST',
  ],
  [
    'a demand that the entry recommends',
    small([{ ...present, level: 'SHOULD' }, uri, expiry, object]),
    'Quote.id.required is demanded, yet quote.id.present is a SHOULD',
  ],
])('%s is the only problem reported', (_, parts, problem) => {
  expect(problemsOf(parts)).toEqual([problem])
})

test('the catalogue of the interface fits its outline and its schemas', () => {
  const catalogue = loadCatalogue()
  const judged = [...catalogue.values()].filter(({ untested, later }) => !untested && !later)
  const claims = new Map([['every/check', judged.map(({ id }) => id)]])
  expect(problemsOf({ catalogue, outline: loadOutline(), openapi: loadOpenApi(), claims })).toEqual([])
})
