import { expect, test } from 'vitest'
import type { CheckPart } from '../catalogue/worth.ts'
import type { Suite } from '../check/suite.ts'
import type { ExchangeEvent } from '../core/events.ts'
import { partKey } from './best-first.ts'
import { costsIn, type SeenRun, sentBeside } from './part-costs.ts'

const suite = {
  start: { id: 'start' },
  checks: [
    { id: 'refusals', subjects: [{ operation: 'get-quote' }] },
    { id: 'sequence', subjects: [] },
  ],
} as unknown as Suite

const runOf = (checks: readonly string[], seen: Partial<SeenRun>): SeenRun => ({
  exchanges: checks.map((check, at) => ({ check, number: at + 1 }) as ExchangeEvent),
  observed: new Map(),
  shown: [],
  chosen: [],
  ...seen,
})

const subject = 'get-quote'

test('the values of a subject share its controls and what prepares them', () => {
  const values = ['a', 'b'].map((given) => ({ check: 'refusals', subject, given }))
  const run = runOf(Array(5).fill('refusals'), {
    // The first request prepares the opening control, and the last one closes the batch.
    observed: new Map([
      [2, { subject, control: 0 }],
      [3, { subject }],
      [4, { subject }],
      [5, { subject, control: 0 }],
    ]),
    shown: values,
  })
  expect(costsIn(run, suite)).toEqual({
    parts: values.map((part) => ({ ...part, requests: 1 })),
    whole: [{ check: 'refusals', requests: 5 }],
    shared: new Map([[partKey({ check: 'refusals', subject }), 3]]),
  })
})

test('a request of a check that cannot choose among its requests counts for the whole check', () => {
  const run = runOf(['sequence', 'sequence', 'start'], { shown: [{ check: 'sequence', subject }] })
  const { parts, whole } = costsIn(run, suite)
  expect(parts).toEqual([])
  expect(whole).toContainEqual({ check: 'sequence', requests: 2 })
})

test('what a check sends beside the requests of its chosen parts belongs to the first of them', () => {
  const parts: CheckPart[] = ['a', 'b'].map((given) => ({ check: 'refusals', subject, given, requests: 1 }))
  const sent = ['refusals', 'refusals', 'refusals', 'refusals']
  expect(sentBeside(runOf(sent, { chosen: [0, 1] }), parts)).toEqual(
    new Map([[partKey({ check: 'refusals', subject }), 2]]),
  )
  expect(sentBeside(runOf(sent, { chosen: [0] }), [{ check: 'refusals', requests: 1 }])).toEqual(new Map())
})
