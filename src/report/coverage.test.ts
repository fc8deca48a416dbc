import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import type { Verdict } from '../core/verdict.ts'
import { end, passed, plan, planned, requirements, run, verdict } from './testing/record.ts'
import { viewOf } from './view.ts'

const coverage = (...events: RunEvent[]) => viewOf([run(), ...events, end()], requirements).coverage
const stateOf = (requirement: string, ...events: RunEvent[]) =>
  coverage(...events).find((one) => one.requirement === requirement)

const held = { 'token.known': { held: 3, broken: 0, noted: 0 } }

test.each<[Verdict, string]>([
  [{ status: 'passed' }, 'judged'],
  [{ status: 'failed', evidence: [] }, 'judged'],
  [{ status: 'inconclusive', reason: 'why' }, 'not exercised'],
  [{ status: 'error', message: 'why' }, 'not exercised'],
  [{ status: 'skipped', missing: ['tokens.full'] }, 'not exercised'],
])('a claim observed by a check with verdict %j is %s', (of, state) =>
  expect(stateOf('token.known', plan('a/one'), verdict('a/one', of, { claims: held }))?.state).toBe(state),
)

test('a claim that a passed check did not observe is not exercised', () =>
  expect(
    stateOf(
      'token.required',
      plan(planned('a/one', { claims: ['token.required', 'token.known'] })),
      passed('a/one', 'token.known'),
    ),
  ).toMatchObject({ state: 'not exercised', checks: ['a/one'] }))

test('a requirement with only a noted observation is judged', () => {
  const claims = { 'token.scheme': { held: 0, broken: 0, noted: 1 } }
  expect(
    stateOf('token.scheme', plan('a/one'), verdict('a/one', { status: 'passed' }, { claims }))?.state,
  ).toBe('judged')
})

test('untested requirements say why, or name the later check', () => {
  expect(stateOf('service.versioning')).toMatchObject({ state: 'untested', untested: 'not shown' })
  expect(stateOf('client.signs')).toMatchObject({ state: 'untested', later: 'client' })
})

test('a requirement that is planned for later counts as judged if a check already judges it', () =>
  expect(stateOf('client.signs', plan('a/one'), passed('a/one', 'client.signs'))).toEqual({
    requirement: 'client.signs',
    level: 'MUST',
    state: 'judged',
    checks: [],
  }))

test('the coverage lists every requirement of the profile, sorted by id', () => {
  const ids = coverage().map(({ requirement }) => requirement)
  expect(ids).toEqual([...ids].sort())
  expect(ids).toHaveLength(requirements.size)
})
