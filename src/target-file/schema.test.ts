import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaProblems } from './schema.ts'

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../spec/schemas/target-file.json', import.meta.url), 'utf8'),
)

/** Returns every place of the schema that constrains a value. */
const placesIn = (place: unknown, path = ''): Array<{ path: string; place: object }> => {
  if (typeof place !== 'object' || place === null) return []
  const inner = Object.entries(place).flatMap(([key, value]) => placesIn(value, `${path}/${key}`))
  const says = 'type' in place || ('enum' in place && !Array.isArray(place)) || 'pattern' in place
  return says && typeof Object(place).type !== 'object' ? [{ path, place }, ...inner] : inner
}

test('every place of the published schema has a title, which messages are made of', () => {
  const untitled = placesIn(schema).filter(({ place }) => !('title' in place))
  expect(placesIn(schema).length).toBeGreaterThan(30)
  expect(untitled.map(({ path }) => path)).toEqual([])
})

test('defaults are filled in, and given values are kept', () => {
  const tree = { limits: { maxWait: '1s' } }
  schemaProblems(tree)
  expect(tree).toMatchObject({
    profile: 'interface',
    limits: { maxWait: '1s', requestTimeout: '5s', maxPayments: 200 },
    tls: { verify: true },
    receivers: {},
  })
})
