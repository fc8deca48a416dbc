import { expect, test } from 'vitest'
import type { ObservationEvent } from '../../core/events.ts'
import { brokenClaim } from '../testing/record.ts'
import { createSteps } from './steps.ts'

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
