import { expect, test } from 'vitest'
import type { ObservationEvent, RunEvent } from '../../core/events.ts'
import { brokenClaim, evidence, exchange, failed, passed, verdict } from '../testing/record.ts'
import { createSteps, evidenceExchanges } from './finding.ts'

const numbers = Array.from({ length: 200 }, (_, index) => index + 1)
const events: RunEvent[] = numbers.map((number) => exchange(number, 'a/one'))

const kept = (...verdicts: ReturnType<typeof verdict>[]): number[] => [
  ...evidenceExchanges(
    events,
    verdicts.map((event) => event.verdict),
  ).keys(),
]

test('a failed check keeps the exchange of its evidence, however old it is', () =>
  expect(kept(failed('a/one', evidence({ exchange: 2 })))).toEqual([2]))

test('the exchange that set the expectation is kept beside the one that broke it', () =>
  expect(kept(failed('a/one', evidence({ exchange: 150, earlier: 3 })))).toEqual([3, 150]))

test('the control is kept beside the exchange that it controls', () =>
  expect(kept(failed('a/one', evidence({ exchange: 5, controlledBy: 4 })))).toEqual([4, 5]))

test('the control that hindered a check is kept', () =>
  expect(kept(verdict('a/one', { status: 'inconclusive', reason: 'a control', exchange: 1 }))).toEqual([1]))

test('no exchange of a passed check is kept', () => expect(kept(passed('a/one'))).toEqual([]))

const stepsOf = (...events: Array<Partial<ObservationEvent>>) => {
  const steps = createSteps()
  for (const event of events) steps.add(brokenClaim('a/1', { outcome: 'held', ...event }))
  return { of: steps.of('a/1'), further: steps.furtherOf('a/1') }
}

const control = { requirement: undefined as never, control: 0 }

test('alike observations are one counted step, in the order in which they were first seen', () => {
  const id = 'e38b1bb5-8d3f-4d0c-8d39-1a3ea2e1b0a1'
  const { of } = stepsOf(
    { ...control, got: `GET /quotes/${id}: status 200` },
    { got: `status 404 of ${id}` },
    { got: 'status 404 of 00000000-8d3f-4d0c-8d39-1a3ea2e1b0a1' },
    { ...control, got: 'GET /quotes/other: status 200' },
    { got: 'status 404 of …', outcome: 'broken' },
  )
  expect(of.map(({ outcome, requirement, got, count }) => [outcome, requirement, got, count])).toEqual([
    ['held', undefined, 'status 200', 2],
    ['held', 'token.known', 'status 404 of …', 2],
    ['broken', 'token.known', 'status 404 of …', 1],
  ])
})

test('only the first few steps are kept of a check whose observations all differ', () => {
  const { of, further } = stepsOf(...Array.from({ length: 100 }, (_, index) => ({ got: `amount ${index}` })))
  expect([of.length, further]).toEqual([12, 88])
})

test('observations from the repetition of a check are not steps of its verdict', () =>
  expect(stepsOf({ repeat: true })).toEqual({ of: [], further: 0 }))
