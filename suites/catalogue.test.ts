import { expect, test } from 'vitest'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { loadForgeries, nameOf } from '../src/catalogue/forgeries.ts'
import { loadOutline } from '../src/catalogue/outline.ts'
import { loadProfile, profileNames } from '../src/catalogue/profiles.ts'
import { problemsOf } from '../src/catalogue/testing/catalogue-check.ts'
import { loadOpenApi } from '../src/openapi/document.ts'
import { suiteIn } from '../src/run/plan/select.ts'
import { loadSuite } from './load.ts'

const whole = await loadSuite()
const checks = [...whole.checks, ...whole.passive]
const catalogues = profileNames().map((name) => [name, loadCatalogue(name)] as const)

test.each(catalogues)(
  'under %s every entry of the catalogue has a check, a reason or a later topic, and schemas and outline fit',
  (name, catalogue) => {
    const profile = loadProfile(name)
    const suite = suiteIn(whole, profile, catalogue)
    const claims = new Map([
      [suite.start.id, [...suite.start.bare]],
      ...[...suite.checks, ...suite.passive].map((check) => [check.id, check.claims(profile)] as const),
    ])
    const knowledge = { catalogue, outline: loadOutline(name), openapi: loadOpenApi(name) }
    expect(problemsOf({ ...knowledge, claims })).toEqual([])
  },
)

test('every claim cites an entry of some profile', () => {
  const known = new Set(catalogues.flatMap(([, catalogue]) => [...catalogue.keys()]))
  const profiles = profileNames().map(loadProfile)
  const cited = profiles.flatMap((profile) => checks.flatMap((check) => check.claims(profile)))
  expect([...new Set(cited)].filter((id) => !known.has(id))).toEqual([])
})

test('every check belongs to some profile', () => {
  const standing = catalogues.flatMap(([name, catalogue]) => {
    const suite = suiteIn(whole, loadProfile(name), catalogue)
    return [...suite.checks, ...suite.passive].map(({ id }) => id)
  })
  expect(checks.map(({ id }) => id).filter((id) => !standing.includes(id))).toEqual([])
})

test('no two checks have the same id', () => {
  expect(checks.map(({ id }) => id).sort()).toEqual([...new Set(checks.map(({ id }) => id))].sort())
})

test.each(checks.map(({ id, title }) => [id, title]))('%s has a topic and a title', (id, title) => {
  expect(id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/)
  expect(title).not.toBe('')
})

test('every class of forgeries in the dictionary is tried by a check', () => {
  const taken = new Set(whole.checks.flatMap(({ forgeries = [] }) => forgeries.map(nameOf)))
  expect(
    loadForgeries()
      .map(nameOf)
      .filter((name) => !taken.has(name)),
  ).toEqual([])
})

test('every forgery is judged by a row of every profile and by an entry of the catalogue', () => {
  const known = new Set(catalogues.flatMap(([, catalogue]) => [...catalogue.keys()]))
  const rows = profileNames().map((name) => loadProfile(name).refusals)
  const stray = loadForgeries().filter(
    ({ row, requirement }) => !known.has(requirement) || rows.some((refusals) => !refusals[row]),
  )
  expect(stray.map(nameOf)).toEqual([])
})
