import { expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { end, evidence, failed, passed, plan, planned, requirements, run } from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { areasOf } from './coverage.ts'

const titled = (
  title: string,
  ...events: Parameters<typeof viewOf>[0] extends Iterable<infer E> ? E[] : never
) => {
  const view = viewOf([run(), ...events], requirements)
  return areasOf(view.coverage, view.findings).find((area) => area.title === title)
}

test('a requirement counts by its result, and a failure takes precedence', () => {
  const area = titled(
    'Tokens and rights',
    plan(planned('a/1', { claims: ['token.known', 'token.required', 'token.scheme'] })),
    failed('a/1', evidence()),
    passed('a/2', 'token.required', 'token.scheme', 'token.known'),
    end(),
  )
  expect(area?.requirements.map(({ requirement, fared }) => [requirement, fared])).toEqual([
    ['right.wallet.list', 'missed'],
    ['token.known', 'broken'],
    ['token.required', 'held'],
    ['token.scheme', 'noted'],
  ])
  expect(area?.shares.filter(({ count }) => count > 0)).toEqual([
    { kind: 'held', count: 1 },
    { kind: 'noted', count: 1 },
    { kind: 'broken', count: 1 },
    { kind: 'missed', count: 1 },
  ])
})

test('a requirement with only a warning counts as warned, not as broken', () => {
  const warning = evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' })
  const area = titled('Errors', plan('a/1'), failed('a/1', warning), end())
  expect(area?.requirements).toMatchObject([{ fared: 'warned' }])
})

test('every requirement of the catalogue is in one area, and there are fewer than twenty areas', () => {
  const catalogue = loadCatalogue()
  const { coverage } = viewOf([run(), end()], catalogue)
  const areas = areasOf(coverage, [])
  expect(areas.flatMap((area) => area.requirements)).toHaveLength(coverage.length)
  expect(areas.length).toBeLessThan(20)
  for (const { title } of areas) expect(title).toMatch(/^[A-Z][a-z ]+$/)
})
