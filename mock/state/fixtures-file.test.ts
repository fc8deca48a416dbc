import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixturesSchema } from './fixtures-file.ts'

test('spec/schemas/fixtures.json is what `npm run schemas` writes', () => {
  const file = readFileSync(new URL('../../spec/schemas/fixtures.json', import.meta.url), 'utf8')
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(fixturesSchema)))
})
