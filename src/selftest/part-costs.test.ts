import { expect, test } from 'vitest'
import type { CheckPart } from '../catalogue/worth.ts'
import type { Suite } from '../check/suite.ts'
import type { ExchangeEvent } from '../core/events.ts'
import { corrected, costsIn, partKey, type SeenRun, withTriedAlone } from './part-costs.ts'

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

test('requests beyond those of the chosen parts are counted for the start', () => {
  const parts: CheckPart[] = ['a', 'b'].map((given) => ({ check: 'refusals', subject, given, requests: 1 }))
  const costs = { parts, whole: [{ check: 'start', requests: 1 }], shared: new Map<string, number>() }
  const run = runOf(['start', 'refusals', 'refusals', 'refusals', 'refusals'], { chosen: [0, 1] })
  expect(corrected(costs, run, parts, suite).whole).toEqual([{ check: 'start', requests: 3 }])
})

test('the cost of parts falls if their check sends fewer requests than estimated', () => {
  const parts: CheckPart[] = ['a', 'b'].map((given) => ({ check: 'refusals', subject, given, requests: 4 }))
  const key = partKey({ check: 'refusals', subject })
  const costs = { parts, whole: [], shared: new Map([[key, 2]]) }
  const order = parts.map((part, at) => (at === 0 ? { ...part, requests: 6 } : part))
  const { parts: cheaper, shared } = corrected(
    costs,
    runOf(Array(5).fill('refusals'), { chosen: [0, 1] }),
    order,
    suite,
  )
  expect(cheaper.map(({ requests }) => requests)).toEqual([2, 2])
  expect(shared).toEqual(new Map([[key, 1]]))
})

test('values tried by themselves share the requests that the cheapest one sends besides its own', () => {
  const value = (given: string) => ({ check: 'sequence', given })
  const alone = [
    { part: value('short'), requests: 3, payments: 0 },
    { part: value('long'), requests: 6, payments: 1 },
  ]
  expect(withTriedAlone({ parts: [], whole: [], shared: new Map() }, alone)).toEqual({
    parts: [
      { ...value('short'), requests: 1 },
      { ...value('long'), requests: 4, payments: 1 },
    ],
    whole: [],
    shared: new Map([[partKey({ check: 'sequence' }), 2]]),
  })
})
