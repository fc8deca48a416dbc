import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { KnownFailuresFile } from '../known-failures/entry.ts'
import type { knownFailures } from './known-failures.ts'
import { published } from './published.ts'
import type { Static } from './schema.ts'

const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../spec/schemas/${name}.json`, import.meta.url), 'utf8'))

test.each(Object.keys(published))('spec/schemas/%s.json is what `npm run schemas` writes', (name) => {
  expect(file(name)).toEqual(JSON.parse(JSON.stringify(published[name])))
})

test('the published types of known failures are those of the description, as the compiler sees it', () => {
  // The declarations of the package must not need TypeBox, so these types are written out in known-failures/entry.ts.
  const described = (file: KnownFailuresFile): Static<typeof knownFailures> => file
  const written = (file: Static<typeof knownFailures>): KnownFailuresFile => file
  const file: KnownFailuresFile = { version: 1, failures: [] }
  expect(written(described(file))).toEqual(file)
})
