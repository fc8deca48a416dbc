import { expect, test } from 'vitest'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { problemsOf } from '../src/catalogue/catalogue-check.ts'
import { loadOpenApi } from '../src/catalogue/openapi.ts'
import { loadOutline } from '../src/catalogue/outline.ts'
import { loadProfile } from '../src/catalogue/profiles.ts'
import { loadSuite } from './load.ts'

const suite = await loadSuite()
const profile = loadProfile('interface')
const checks = [...suite.checks, ...suite.passive]

test('every entry of the catalogue has a check, a reason or a later topic, and every claim cites an entry', () => {
  const claims = new Map([
    [suite.start.id, [...suite.start.bare]],
    ...checks.map((check) => [check.id, check.claims(profile)] as const),
  ])
  const knowledge = { catalogue: loadCatalogue(), outline: loadOutline(), openapi: loadOpenApi() }
  expect(problemsOf({ ...knowledge, claims })).toEqual([])
})

test('no two checks have the same id', () => {
  expect(checks.map(({ id }) => id).sort()).toEqual([...new Set(checks.map(({ id }) => id))].sort())
})

test.each(checks.map(({ id, title }) => [id, title]))('%s has a topic and a title', (id, title) => {
  expect(id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/)
  expect(title).not.toBe('')
})
