import { expect, test } from 'vitest'
import { loadProfile } from '../catalogue/profiles.ts'
import type { RunEvent } from '../core/events.ts'
import { judge, judgedAgain } from './judged-again.ts'

const knowledge = { requirements: new Map(), profile: loadProfile('interface'), passive: [] }

const observed: RunEvent = {
  type: 'observation',
  check: 'a/b',
  requirement: 'it.is.fine',
  outcome: 'held',
  want: 'fine',
  got: 'fine',
}
const derived: RunEvent = { ...observed, outcome: 'broken', derived: true }
const ended: RunEvent = { type: 'check', check: 'a/b', state: 'ended' }
const recorded: RunEvent = {
  type: 'verdict',
  check: 'a/b',
  verdict: { status: 'inconclusive', reason: 'this knowledge is older' },
  claims: {},
  notes: [],
  partly: [],
}
const end: RunEvent = { type: 'end', outcome: 'complete', at: '' }

test('observations that an earlier judge derived do not count', () => {
  const [verdict, ...others] = judge([observed, derived, ended, recorded, end], knowledge)
  expect(verdict).toMatchObject({
    verdict: { status: 'passed' },
    claims: { 'it.is.fine': { held: 1, broken: 0, noted: 0 } },
  })
  expect(others).toEqual([])
})

test('the verdicts of a record are replaced by new ones', () => {
  const again = [...judgedAgain([observed, ended, recorded, end], knowledge)]
  expect(again).toMatchObject([observed, ended, end, { type: 'verdict', verdict: { status: 'passed' } }])
})
