import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  plan,
  planned,
  run,
} from '../../report/testing/record.ts'
import { resumedFrom } from './resume.ts'

const started = (check: string): RunEvent => ({ type: 'check', check, state: 'started', seed: 1 })
const ended = (check: string): RunEvent => ({ type: 'check', check, state: 'ended' })
const payment = (state: 'sending' | 'not made', debits: string): RunEvent => ({
  type: 'payment',
  check: 'a/two',
  state,
  debits,
})

const record: RunEvent[] = [
  run(),
  plan('start/one', 'a/one', 'a/two', planned('a/three', { missing: ['tokens.expired'] })),
  started('start/one'),
  ended('start/one'),
  { type: 'check', check: 'a/three', state: 'skipped', missing: ['tokens.expired'] },
  started('a/one'),
  exchange(1, 'a/one'),
  brokenClaim('a/one', { exchange: 1 }),
  ended('a/one'),
  failed('a/one', evidence({ exchange: 1 })),
  started('a/two'),
  { type: 'check', check: 'a/two', state: 'skipped', missing: ['x'], subject: 'get-quote' },
  payment('sending', '10'),
  payment('sending', '7'),
  payment('not made', '7'),
  exchange(4, 'a/two'),
  brokenClaim('a/two', { exchange: 4 }),
  { type: 'repeat', check: 'a/one', state: 'started' },
  brokenClaim('a/one', { exchange: 4, repeat: true }),
]

const earlier = resumedFrom(record)

test('a resumed run repeats the start, but no check that ended or was skipped as a whole', () =>
  expect([...(earlier?.finished ?? [])].sort()).toEqual(['a/one', 'a/three']))

test('a payment whose answer is not recorded counts as made', () =>
  expect(earlier?.spent).toEqual({ payments: 1, debit: 10n }))

test('a resumed run continues the numbers and counts of the record', () =>
  expect(earlier?.sent).toEqual({ requests: 2, exchanges: 4, ticks: 9 }))

test('only exchanges and payments are kept of checks and repetitions that did not end', () => {
  const kept = [...(earlier?.kept() ?? [])]
  expect(kept.filter(({ type }) => type === 'exchange')).toHaveLength(2)
  expect(kept.filter((event) => 'check' in event && event.check === 'a/two').map(({ type }) => type)).toEqual(
    ['payment', 'payment', 'payment', 'exchange'],
  )
  expect(kept.filter(({ type }) => type === 'repeat' || type === 'verdict')).toEqual([])
  expect(kept.filter((event) => event.type === 'observation')).toHaveLength(1)
})

test('a record that ends before its plan cannot be resumed', () =>
  expect(resumedFrom(record.slice(0, 1))).toBeUndefined())

test.each([
  [end(), true],
  [end({ outcome: 'not judged' }), true],
  [end({ outcome: 'interrupted' }), false],
])('a record that ends with %o is complete: %s', (last, isComplete) =>
  expect(resumedFrom([...record, last])?.isComplete).toBe(isComplete),
)

const unreached = (check: string, status: 'inconclusive' | 'passed'): RunEvent[] => [
  started(check),
  { type: 'check', check, state: 'ended', unreached: true },
  {
    type: 'verdict',
    check,
    verdict: status === 'passed' ? { status } : { status, reason: 'nothing listens there' },
    claims: {},
    notes: [],
    partly: [],
  },
]

test('a run that lost its server is not complete, and its inconclusive checks are tried again', () => {
  const lost = resumedFrom([
    ...record,
    ...unreached('b/one', 'inconclusive'),
    ...unreached('b/two', 'passed'),
    end(),
  ])
  expect([lost?.isComplete, lost?.finished.has('b/one'), lost?.finished.has('b/two')]).toEqual([
    false,
    false,
    true,
  ])
  expect([...(lost?.kept() ?? [])].filter((event) => 'check' in event && event.check === 'b/one')).toEqual([])
})

test('a run is complete if the checks that the server was not there for were tried again', () => {
  const again = [started('b/one'), ended('b/one')]
  const whole = resumedFrom([...record, ...unreached('b/one', 'inconclusive'), ...again, end()])
  expect([whole?.isComplete, whole?.finished.has('b/one')]).toEqual([true, true])
})
