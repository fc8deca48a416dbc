import { expect, test } from 'vitest'
import type { Requirement } from '../catalogue/requirement.ts'
import type { ObservationEvent } from '../core/events.ts'
import type { Json } from '../core/json.ts'
import { addTo, newTally } from './tally.ts'
import { type Ending, verdictOf } from './verdict.ts'

const requirement = (id: string, level: Requirement['level'], disputed?: string[]): [string, Requirement] => [
  id,
  {
    id,
    level,
    actor: 'resource-server',
    says: id,
    source: 'x',
    profile: 'interface',
    basis: 'stated',
    ...(disputed && { disputed }),
  },
]

const requirements = new Map([
  requirement('must', 'MUST'),
  requirement('should', 'SHOULD'),
  requirement('open', 'note'),
  requirement('disputed', 'MUST', ['one reading', 'another']),
])

const seen = (event: Partial<ObservationEvent>): ObservationEvent => ({
  type: 'observation',
  check: 'a/b',
  requirement: 'must',
  outcome: 'held',
  want: 'this',
  got: 'that',
  ...event,
})

const verdictAfter = (events: ObservationEvent[], ending: Ending = {}) => {
  const tally = newTally()
  for (const event of events) addTo(tally, event)
  return verdictOf('a/b', tally, ending, requirements)
}

const held = seen({ behind: 0 })
const control = (batch: number, outcome: 'held' | 'broken'): ObservationEvent =>
  seen({ requirement: undefined as never, control: batch, outcome, got: 'status 401' })

test.each<[string, ObservationEvent[], Ending, string]>([
  ['a claim that held', [seen({})], {}, 'passed'],
  ['a claim that held behind held controls', [control(0, 'held'), held, control(0, 'held')], {}, 'passed'],
  ['a claim behind a control that did not hold at first', [control(0, 'broken'), held], {}, 'inconclusive'],
  [
    'a claim behind a control that did not hold afterwards',
    [control(0, 'held'), held, control(0, 'broken')],
    {},
    'inconclusive',
  ],
  ['a broken claim', [seen({ outcome: 'broken' })], {}, 'failed'],
  [
    'a broken claim behind a control that did not hold',
    [seen({ outcome: 'broken', behind: 0 }), control(0, 'broken')],
    {},
    'inconclusive',
  ],
  [
    'a broken claim that stands before no control, beside an unheld one',
    [control(0, 'broken'), seen({ outcome: 'broken' })],
    {},
    'failed',
  ],
  ['nothing', [], {}, 'inconclusive'],
  ['only a note', [seen({ requirement: 'open', outcome: 'noted' })], {}, 'passed'],
  ['what could not be learned', [seen({})], { reason: 'no receiver' }, 'inconclusive'],
  [
    'an error of ours, whatever broke',
    [seen({ outcome: 'broken' })],
    { error: { message: 'ours' } },
    'error',
  ],
])('%s', (_name, events, ending, status) => {
  expect(verdictAfter(events, ending).verdict.status).toBe(status)
})

test.each([
  ['must', 'failure'],
  ['should', 'warning'],
])('a broken claim of level %s counts as a %s', (id, grade) => {
  const { verdict } = verdictAfter([seen({ requirement: id, outcome: 'broken' })])
  expect(verdict).toMatchObject({ status: 'failed', evidence: [{ requirement: id, grade }] })
})

test('a broken claim that is disputed is shown as a note, and does not fail the check', () => {
  const { verdict } = verdictAfter([seen({ requirement: 'disputed', outcome: 'broken' })])
  expect(verdict).toMatchObject({ status: 'passed', evidence: [{ requirement: 'disputed', grade: 'note' }] })
})

test.each([
  [[seen({ requirement: 'open', outcome: 'broken' })], 'does not hold: expected this; received that'],
  [
    [seen({ requirement: 'open' }), seen({ requirement: 'open', outcome: 'broken' })],
    'does not always hold: expected this; received that',
  ],
  [[seen({ requirement: 'open' })], 'holds'],
])('a claim of level note is reported as a note, and never as evidence', (events, got) => {
  const { verdict, notes } = verdictAfter(events)
  expect(verdict).toEqual({ status: 'passed' })
  expect(notes).toEqual([{ requirement: 'open', got }])
})

test('a note groups the tried cases by their outcome', () => {
  const tried = (given: Json, got: string) => seen({ requirement: 'open', outcome: 'noted', given, got })
  const { notes } = verdictAfter([
    tried('a year ago', 'accepted'),
    tried('a day ahead', 'status 401'),
    tried({ shape: 'lists', depth: 30 }, 'accepted'),
  ])
  expect(notes).toEqual([
    { requirement: 'open', got: 'a year ago, lists depth 30: accepted; a day ahead: status 401' },
  ])
})

test('a note names eight cases and counts the others, over all batches whose controls held', () => {
  const tried = (given: number, behind: number) =>
    seen({ requirement: 'open', outcome: 'noted', given: { depth: given }, behind, got: 'accepted' })
  const events = Array.from({ length: 15 }, (_, at) => tried(at, at % 3))
  const { notes } = verdictAfter([...events, control(2, 'broken')])
  expect(notes).toEqual([
    {
      requirement: 'open',
      got: 'depth 0, depth 3, depth 6, depth 9, depth 12, depth 1, depth 4, depth 7 and 2 more: accepted',
    },
  ])
  expect(verdictAfter(events.map((event) => ({ ...event, behind: 0 }))).notes[0]?.got).toMatch(
    / depth 7 and 7 more: accepted$/,
  )
})

test('the evidence is the last broken case, which is the smallest one after shrinking', () => {
  const cases = [900, 450, 100].map((given) => seen({ outcome: 'broken', given }))
  expect(verdictAfter(cases).verdict).toMatchObject({ evidence: [{ given: 100 }] })
})

test('the evidence of a derived claim is the first exchange that broke it', () => {
  const exchanges = [3, 4, 5].map((exchange) => seen({ outcome: 'broken', exchange, derived: true }))
  expect(verdictAfter(exchanges).verdict).toMatchObject({ evidence: [{ exchange: 3 }] })
})

test('evidence names the first control of its batch that held, of its own subject if there is one', () => {
  const of = (subject: string | undefined, exchange: number) => ({
    ...control(0, 'held'),
    exchange,
    ...(subject && { subject }),
  })
  const broken = seen({ outcome: 'broken', behind: 0, exchange: 5, subject: 'get-quote' })
  const named = (...events: ObservationEvent[]) => verdictAfter(events).verdict
  expect(named(of('create-quote', 1), of('get-quote', 2), broken, of('get-quote', 9))).toMatchObject({
    evidence: [{ exchange: 5, controlledBy: 2 }],
  })
  expect(named(of(undefined, 1), broken)).toMatchObject({ evidence: [{ controlledBy: 1 }] })
  const { behind: _, ...unbatched } = broken
  expect(named(of('create-quote', 1), of('get-quote', 2), unbatched)).toMatchObject({
    evidence: [{ controlledBy: 2 }],
  })
  expect(named(of('create-quote', 1), unbatched)).not.toHaveProperty('evidence.0.controlledBy')
  expect(named(of('get-quote', 1), { ...broken, behind: 1 })).not.toHaveProperty('evidence.0.controlledBy')
})

test('each subject has its own evidence', () => {
  const events = ['get-quote', 'create-quote'].map((subject) => seen({ outcome: 'broken', subject }))
  const { verdict } = verdictAfter(events)
  expect(verdict.status === 'failed' && verdict.evidence.map(({ subject }) => subject)).toEqual([
    'create-quote',
    'get-quote',
  ])
})

test('counts leave out claims behind a control that did not hold', () => {
  const events = [held, held, control(0, 'broken'), seen({ behind: 1 }), control(1, 'held')]
  expect(verdictAfter(events).claims).toEqual({ must: { held: 1, broken: 0, noted: 0 } })
})

test('observations behind an open batch do not count yet, but a claim that broke elsewhere is certain', () => {
  const brokenAt = (behind: number) => seen({ outcome: 'broken', behind, given: behind })
  const tally = newTally()
  for (const event of [control(0, 'held'), brokenAt(0), control(1, 'held'), brokenAt(1), held])
    addTo(tally, event)
  const soFar = (open: number[]) => verdictOf('a/b', tally, {}, requirements, new Set(open))
  expect(soFar([1])).toMatchObject({
    verdict: { status: 'failed', evidence: [{ given: 0 }] },
    claims: { must: { held: 1, broken: 1, noted: 0 } },
  })
  expect(soFar([0, 1])).toMatchObject({ verdict: { status: 'inconclusive' }, claims: {} })
})

test('a check is skipped with a reason if every subject of it was left out', () => {
  const tally = newTally()
  tally.partly.push('get-incoming-payment: incomingPayments in the target file')
  expect(verdictOf('a/b', tally, {}, requirements).verdict).toEqual({
    status: 'skipped',
    missing: ['get-incoming-payment: incomingPayments in the target file'],
  })
})

const brokenBy = (event: Partial<ObservationEvent>) => seen({ outcome: 'broken', ...event })

const evidenceAfter = (...events: ObservationEvent[]) => {
  const { verdict } = verdictAfter(events)
  return verdict.status === 'failed' ? verdict.evidence : []
}

test('evidence of server failures keeps the last example of each kind of value', () => {
  const values = ['9223372036854775808', '0', '9223372036854775809']
  const shown = evidenceAfter(...values.map((given) => brokenBy({ got: 'status 500', given })))
  expect(shown.map(({ given }) => given).sort()).toEqual(['0', '9223372036854775809'])
  expect(evidenceAfter(...values.map((given) => brokenBy({ got: 'status 201', given })))).toHaveLength(1)
})

test('evidence of a derived claim keeps an example of each refused topic, and at most ten', () => {
  const others = [...'abcdefghi'].map((topic) => `${topic}/1`)
  const sentBy = ['tokens/expired', 'tokens/revoked', 'ids/unknown', ...others]
  const events = sentBy.map((check, exchange) => brokenBy({ derived: true, sentBy: check, exchange }))
  expect(evidenceAfter(...events).map(({ exchange }) => exchange)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 2])
  expect(evidenceAfter(...events.slice(0, 3)).map(({ exchange }) => exchange)).toEqual([2, 0])
})
