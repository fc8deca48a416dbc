import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { published } from './published.ts'

const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../spec/schemas/${name}.json`, import.meta.url), 'utf8'))

test.each(Object.keys(published))('spec/schemas/%s.json is what `npm run schemas` writes', (name) => {
  expect(file(name)).toEqual(JSON.parse(JSON.stringify(published[name])))
})
