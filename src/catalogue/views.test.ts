import { expect, test } from 'vitest'
import { isObject } from '../core/json.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { catalogueOf, loadCatalogue } from './catalogue.ts'
import { profileNames } from './profiles.ts'
import { viewWords } from './requirement.ts'

/** Fields whose views need not agree, with the reason. */
const open: Readonly<Record<string, string>> = {
  'IncomingPayment.methods': 'Each answer may have an address and a secret of its own.',
  'OutgoingPayment.grantSpentDebitAmount': 'A grant goes on to be spent, and begins to count anew.',
  'OutgoingPayment.grantSpentReceiveAmount': 'As grantSpentDebitAmount.',
  'OutgoingPayment.id': 'In profile interface no operation reads an outgoing payment by its id.',
}

const placesIn = (profile: string): string[] => {
  const schemas = loadOpenApi(profile).components?.schemas ?? {}
  return ['Quote', 'OutgoingPayment', 'IncomingPayment'].flatMap((name) => {
    const schema: unknown = schemas[name]
    const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
    return Object.keys(properties).map((field) => `${name}.${field}`)
  })
}

const namedIn = (profile: string): string[] =>
  [...loadCatalogue(profile).values()].flatMap(({ views = {} }) =>
    viewWords.flatMap((word) => views[word] ?? []),
  )

test.each(profileNames())(
  'under %s, the catalogue says for every field of a resource how its views agree',
  (profile) => {
    const named = new Set(namedIn(profile))
    const unsaid = placesIn(profile).filter((place) => !named.has(place))
    expect(unsaid.filter((place) => open[place] === undefined)).toEqual([])
  },
)

test('every field that the catalogue names under views exists in spec/openapi.yaml', () => {
  const known = new Set(profileNames().flatMap(placesIn))
  expect(
    profileNames()
      .flatMap(namedIn)
      .filter((place) => !known.has(place)),
  ).toEqual([])
})

const catalogueWith = (views: string) => catalogueOf([{ profile: 'interface', files: [fileWith(views)] }])

const fileWith = (views: string) => ({
  path: 'requirements/quotes.yaml',
  text: `defaults: { level: MUST, actor: resource-server, source: quotes, basis: stated }
requirements:
  - { id: quote.immutable, says: A quote stays., views: ${views} }`,
})

test('an entry takes only known words with lists of fields under views', () => {
  expect(catalogueWith('{ same: [Quote.method] }').get('quote.immutable')?.views).toEqual({
    same: ['Quote.method'],
  })
  expect(() => catalogueWith('{ shrinks: [Quote.method] }')).toThrow('"shrinks" is not a known field')
  expect(() => catalogueWith('{ same: Quote.method }')).toThrow('same: is not a list')
})
