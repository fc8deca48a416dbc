import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  planned,
  requirements,
  run,
  verdict,
} from './testing/record.ts'
import { viewOf } from './view.ts'

const view = (...events: RunEvent[]) => viewOf([run(), ...events], requirements)

test('checks are sorted by id, not by when they ended', () => {
  const { checks } = view(plan('b/two', 'a/one'), passed('b/two'), passed('a/one'), end())
  expect(checks.map(({ id }) => id)).toEqual(['a/one', 'b/two'])
})

test('a check keeps the seed that it was started with', () => {
  const started: RunEvent = { type: 'check', check: 'a/one', state: 'started', seed: -7 }
  expect(view(plan('a/one'), started, passed('a/one'), end()).checks[0]).toMatchObject({ seed: -7 })
})

test('a check without a verdict was not run', () => {
  const { checks, outcome } = view(plan('a/one', 'a/two'), passed('a/one'), end({ outcome: 'interrupted' }))
  expect(checks.map(({ verdict: own }) => own?.status)).toEqual(['passed', undefined])
  expect(outcome).toBe('interrupted')
})

test('a check that lacks a need is skipped, even if the record has no verdict for it', () => {
  const { skipped, checks } = view(
    plan(planned('rules/one', { missing: ['receivers.open'], passive: 'expected' })),
    end(),
  )
  expect(checks[0]?.verdict).toEqual({ status: 'skipped', missing: ['receivers.open'] })
  expect(skipped).toEqual([{ why: 'receivers.open', checks: ['rules/one'] }])
})

test('a rule that only listened and observed nothing is omitted', () =>
  expect(view(plan(planned('rules/one', { passive: 'listening' })), end()).checks).toEqual([]))

test('a record without an end means an interrupted run', () =>
  expect(view(plan('a/one')).outcome).toBe('interrupted'))

test('a record without a run is refused', () =>
  expect(() => viewOf([end()], requirements)).toThrow(
    'the record does not say which run it belongs to; give the complete events.ndjson of a run, including its first line',
  ))

test('a check with a MUST among its claims is binding, one with a disputed MUST is not', () => {
  const { checks } = view(
    plan(
      planned('a/must', { claims: ['token.scheme', 'token.known'] }),
      planned('a/should', { claims: ['errors.401.token-invalid'] }),
      planned('a/disputed', { claims: ['quote.disputed'] }),
    ),
    end(),
  )
  expect(checks.map(({ id, binding }) => [id, binding])).toEqual([
    ['a/disputed', false],
    ['a/must', true],
    ['a/should', false],
  ])
})

test('only the exchanges that evidence points to are kept', () => {
  const { exchanges, exchanged } = view(
    plan('a/one', 'a/two'),
    exchange(1, 'a/one'),
    exchange(2, 'a/two'),
    exchange(3, 'a/one'),
    brokenClaim('a/one', { exchange: 1 }),
    exchange(4, 'a/one'),
    failed('a/one', evidence({ exchange: 1 })),
    passed('a/two'),
    end(),
  )
  expect([...exchanges.keys()]).toEqual([1])
  expect(exchanged).toBe(4)
})

test('only the exchange of the smallest shrunk case is kept', () => {
  const { exchanges } = view(
    plan('a/one'),
    ...[1, 2, 3].flatMap((number) => [exchange(number, 'a/one'), brokenClaim('a/one', { exchange: number })]),
    failed('a/one', evidence({ exchange: 3 })),
    end(),
  )
  expect([...exchanges.keys()]).toEqual([3])
})

test('a rule keeps the first exchange that breaks it, even from another check', () => {
  const derived = (number: number) => brokenClaim('rules/one', { exchange: number, derived: true })
  const { exchanges } = view(
    plan('a/one', planned('rules/one', { passive: 'expected' })),
    exchange(1, 'a/one'),
    derived(1),
    exchange(2, 'a/one'),
    derived(2),
    passed('a/one'),
    failed('rules/one', evidence({ exchange: 1 })),
    end(),
  )
  expect([...exchanges.values()].map(({ number, check }) => [number, check])).toEqual([[1, 'a/one']])
})

test('a reason that several checks share is listed once', () => {
  const lacking = { status: 'skipped', missing: ['tokens.readOnly', 'receivers.open'] } as const
  const seen = view(
    plan('a/1', 'a/2', 'a/3', 'a/4'),
    verdict('a/1', { ...lacking, missing: [...lacking.missing] }),
    verdict('a/2', { ...lacking, missing: [...lacking.missing] }),
    verdict('a/3', { status: 'inconclusive', reason: 'a control did not hold' }),
    verdict('a/4', { status: 'passed' }, { partly: ['get-quote: receivers.open'] }),
    end(),
  )
  expect(seen.skipped).toEqual([{ why: 'tokens.readOnly; receivers.open', checks: ['a/1', 'a/2'] }])
  expect(seen.inconclusive).toEqual([{ why: 'a control did not hold', checks: ['a/3'] }])
  expect(seen.partly).toEqual([{ why: 'get-quote: receivers.open', checks: ['a/4'] }])
})

test('reasons that differ only in the ids of their paths are listed once, and one alone keeps its id', () => {
  const because = (check: string, place: string) =>
    verdict(check, {
      status: 'inconclusive',
      reason: `a control did not hold: ${place}: status 415: not JSON`,
    })
  const { inconclusive } = view(
    plan('a/1', 'a/2', 'a/3'),
    because('a/1', 'POST /op/incoming-payments/one/complete'),
    because('a/2', 'POST /op/incoming-payments/urn:uuid:2/complete'),
    because('a/3', 'GET /op/quotes/urn:uuid:3'),
    end(),
  )
  expect(inconclusive).toEqual([
    { why: 'a control did not hold: GET /op/quotes/urn:uuid:3: status 415: not JSON', checks: ['a/3'] },
    {
      why: 'a control did not hold: POST /op/incoming-payments/{id}/complete: status 415: not JSON',
      checks: ['a/1', 'a/2'],
    },
  ])
})

test('equal notes are folded across checks and subjects', () => {
  const note = { requirement: 'token.scheme', got: 'status 401' }
  const { notes } = view(
    plan('a/1', 'a/2'),
    verdict('a/1', { status: 'passed' }, { notes: [{ ...note, subject: 'get-quote' }] }),
    verdict('a/2', { status: 'passed' }, { notes: [note, { ...note, got: 'status 200' }] }),
    end(),
  )
  expect(notes).toEqual([
    { requirement: 'token.scheme', got: 'status 200', seen: [{ check: 'a/2' }] },
    { ...note, seen: [{ check: 'a/1', subject: 'get-quote' }, { check: 'a/2' }] },
  ])
})
