import { expect, test } from 'vitest'
import { loadProfile } from '../catalogue/profiles.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { PassiveCheck } from '../check/kinds/passive.ts'
import type { EndEvent, ExchangeEvent, PlannedCheck, RunEvent } from '../core/events.ts'
import { judge } from './judged-again.ts'

const passive = (otherwise?: string): PassiveCheck => ({
  id: 'rules/answers-are-fine',
  title: 'Answers are fine',
  detects: 'a-fault',
  claims: () => ['it.is.fine'],
  operations: ['get-quote'],
  needs: {},
  ...(otherwise === undefined ? {} : { otherwise }),
  start: () => (seen) => [
    {
      requirement: 'it.is.fine',
      held: seen.accepted,
      want: 'accepted',
      got: `status ${seen.exchange.response?.status}`,
    },
  ],
})

const planned = (mode: 'expected' | 'listening', missing: string[] = []): PlannedCheck => ({
  id: 'rules/answers-are-fine',
  title: 'Answers are fine',
  topic: 'rules',
  claims: ['it.is.fine'],
  operations: ['get-quote'],
  missing,
  requests: 0,
  passive: mode,
})

const run = {
  type: 'run',
  target: { name: 'a', baseUrl: 'https://wallet.example', walletAddress: 'https://wallet.example/alice' },
} as RunEvent

const exchange = (number: number, status: number): ExchangeEvent =>
  ({
    type: 'exchange',
    number,
    check: 'a/b',
    operation: 'get-quote',
    request: {},
    response: { status, headers: {}, body: '{}' },
  }) as ExchangeEvent

const end: EndEvent = { type: 'end', outcome: 'complete', at: '' }

const standing: Requirement = {
  id: 'it.is.fine',
  level: 'MUST',
  actor: 'resource-server',
  says: 'It is fine.',
  source: 'service',
  profile: 'interface',
  basis: 'stated',
}
const requirements = new Map([[standing.id, standing]])

const verdictsOf = (plan: PlannedCheck, exchanges: ExchangeEvent[], otherwise?: string, ends = end) =>
  judge([run, { type: 'plan', checks: [plan] }, ...exchanges, ends], {
    requirements,
    profile: loadProfile('interface'),
    passive: [passive(otherwise)],
  }).map(({ verdict }) => verdict.status)

test('a passive check judges every exchange, whoever caused it', () => {
  expect(verdictsOf(planned('expected'), [exchange(1, 200)])).toEqual(['passed'])
  expect(verdictsOf(planned('expected'), [exchange(1, 200), exchange(2, 500)])).toEqual(['failed'])
})

const dated = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }
const aDate = 'a Date in the responses, which tells the time of the server'

test.each([
  ['without a Date', 200, 'get-quote', {}, aDate],
  ['with a Date', 200, 'get-quote', dated, 'incomingPayments'],
  ['with a Date in refusals alone', 431, 'get-quote', dated, aDate],
  ['with a Date in responses of another operation alone', 200, 'list-incoming-payments', dated, aDate],
] as const)(
  'a check that needs the time of the server, which answers %s, is skipped for what it lacks',
  (_, status, operation, headers, lacks) => {
    const blind: PassiveCheck = { ...passive('incomingPayments'), byDate: true, start: () => () => [] }
    const one = exchange(1, 200)
    const events = judge(
      [
        run,
        { type: 'plan', checks: [planned('expected')] },
        { ...one, operation, response: { status, headers, body: '{}' } },
        end,
      ],
      { requirements, profile: loadProfile('interface'), passive: [blind] },
    )
    expect(events.map(({ verdict }) => verdict)).toEqual([{ status: 'skipped', missing: [lacks] }])
  },
)

test('no passive check judges an answer that the record has cut off', () => {
  const cut = { ...exchange(2, 500), response: { status: 500, headers: {}, body: '{', cut: 99 } }
  expect(verdictsOf(planned('expected'), [exchange(1, 200), cut])).toEqual(['passed'])
  expect(verdictsOf(planned('expected'), [cut], 'incomingPayments')).toEqual(['inconclusive'])
})

test('a check is skipped if the profile has none of its requirements', () => {
  const knowledge = {
    requirements: new Map(),
    profile: loadProfile('interface'),
    passive: [passive('a key')],
  }
  const plan: RunEvent = { type: 'plan', checks: [planned('expected')] }
  const [verdict] = judge([run, plan, exchange(1, 500), end], knowledge)
  expect(verdict?.verdict.status).toBe('skipped')
})

test('a passive check that saw nothing is inconclusive', () => {
  expect(verdictsOf(planned('expected'), [])).toEqual(['inconclusive'])
})

test('a passive check that saw nothing is skipped if a conforming target may show it nothing', () => {
  expect(verdictsOf(planned('expected'), [], 'incomingPayments')).toEqual(['skipped'])
})

test('a passive check that saw nothing has not run if the run ended early, whatever its target may lack', () => {
  const stopped: EndEvent = { ...end, outcome: 'interrupted' }
  expect(verdictsOf(planned('expected'), [], 'incomingPayments', stopped)).toEqual([])
  expect(verdictsOf(planned('expected'), [exchange(1, 200)], 'incomingPayments', stopped)).toEqual(['passed'])
})

test('no passive check judges a request to no operation of the interface', () => {
  const { operation: _, ...elsewhere } = exchange(2, 500)
  expect(verdictsOf(planned('expected'), [exchange(1, 200), elsewhere])).toEqual(['passed'])
})

test('a passive check that only listens has no verdict if it saw nothing', () => {
  expect(verdictsOf(planned('listening'), [])).toEqual([])
  expect(verdictsOf(planned('listening'), [], 'incomingPayments')).toEqual([])
  expect(verdictsOf(planned('listening'), [exchange(1, 500)])).toEqual(['failed'])
})

test('a passive check whose need is missing does not judge', () => {
  expect(verdictsOf(planned('expected', ['tokens.expired']), [exchange(1, 500)])).toEqual([])
})

test('derived observations of the record are derived anew, not counted twice', () => {
  const plan: RunEvent = { type: 'plan', checks: [planned('expected')] }
  const recorded: RunEvent = {
    type: 'observation',
    check: 'rules/answers-are-fine',
    requirement: 'it.is.fine',
    outcome: 'broken',
    want: '',
    got: '',
    derived: true,
  }
  const knowledge = { requirements, profile: loadProfile('interface'), passive: [passive()] }
  const [verdict] = judge([run, plan, exchange(1, 200), recorded, end], knowledge)
  expect(verdict?.claims).toEqual({ 'it.is.fine': { held: 1, broken: 0, noted: 0 } })
})

test('a check that is tried again after the server was away is judged by what it saw then', () => {
  const started: RunEvent = { type: 'check', check: 'a/b', state: 'started', seed: 1 }
  const seen = (outcome: 'held' | 'broken'): RunEvent => ({
    type: 'observation',
    check: 'a/b',
    requirement: 'it.is.fine',
    outcome,
    want: 'fine',
    got: 'something',
  })
  const judged = (unreached: boolean) =>
    judge(
      [
        started,
        seen('broken'),
        { type: 'check', check: 'a/b', state: 'ended', ...(unreached ? { unreached: true } : {}) },
        started,
        seen('held'),
        { type: 'check', check: 'a/b', state: 'ended' },
      ],
      { requirements, profile: loadProfile('interface'), passive: [] },
    ).map(({ verdict }) => verdict.status)
  expect(judged(true)).toEqual(['failed', 'passed'])
  expect(judged(false)).toEqual(['failed', 'failed'])
})
