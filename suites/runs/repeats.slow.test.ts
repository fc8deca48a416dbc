import { expect, onTestFinished, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import type { Fault } from '../../mock/faults/fault.ts'
import { createMock } from '../../mock/server/server.ts'
import type { RunEvent } from '../../src/core/events.ts'
import type { Repetition } from '../../src/core/verdict.ts'
import type { Target, TargetLimits } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'

/** A fault that shows in the first `times` amounts of the server, and then no more. */
const passing = (id: string, times: number): Fault => {
  const [fault] = faultsNamed([id])
  const override = fault?.override
  if (!fault || !override) throw new Error(`${id} replaces nothing`)
  return {
    ...fault,
    override: (strict, world) => {
      const right = strict.answers.showAmount
      const wrong = override(strict, world).answers?.showAmount ?? right
      let shown = 0
      return { answers: { showAmount: (amount) => (shown++ < times ? wrong : right)(amount) } }
    },
  }
}

const mockWith = async (fault: Fault): Promise<Target> => {
  const mock = createMock({ now: Date.now, random: seeded(1), faults: [fault] })
  const listening = await mock.listen({ port: 0 })
  onTestFinished(listening.close)
  return targetAt(listening.url)
}

const statusOf = (events: readonly RunEvent[], id: string): string | undefined =>
  verdictsIn(events).find(({ check }) => check === id)?.verdict.status

const repetitionOf = (events: readonly RunEvent[], id: string): Repetition | undefined => {
  const judged = events.filter((event) => event.type === 'repeat' && event.state === 'judged')
  return judged.find(({ check }) => check === id)?.repetition
}

const kept = 'quotes/fixed-send-is-kept'

test('a check that fails again is failed, and the repetition covers only what failed', async () => {
  const events = await recordOf(await mockWith(passing('amounts-through-number', 1000)), { only: [kept] })
  expect(statusOf(events, kept)).toBe('failed')
  expect(repetitionOf(events, kept)).toEqual({ outcome: 'failed' })
  const own = events.filter((event) => 'check' in event && event.check === kept)
  const again = own.slice(own.findIndex(({ type }) => type === 'repeat'))
  // Each of two claims is repeated with one quote, which is read once.
  expect(again.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(4)
})

test('a check that passes when it is repeated is unstable, and stays failed', async () => {
  const target = await mockWith(passing('amounts-through-number', 30))
  const events = await recordOf(target, { only: [kept] })
  expect(statusOf(events, kept)).toBe('failed')
  expect(repetitionOf(events, kept)).toEqual({ outcome: 'passed' })
  expect(exitCodeAfter(events)).toBe(1)
})

const completes = 'settling/completes-when-full'

const withFixed =
  (count: number, limits: Partial<TargetLimits> = {}) =>
  (target: Target): Target => {
    const { fixed } = target.receivers.sources
    if (fixed?.kind !== 'list') throw new Error('the mock lists no fixed receivers')
    const sources = {
      ...target.receivers.sources,
      fixed: { ...fixed, receivers: fixed.receivers.slice(-count) },
    }
    return {
      ...target,
      receivers: { ...target.receivers, sources },
      limits: { ...target.limits, settleTimeout: 800, ...limits },
    }
  }

test.each([
  [1, {}, { outcome: 'not made', reason: 'needs another fixed receiver' }],
  [2, {}, { outcome: 'failed' }],
  [
    2,
    { maxPayments: 1 },
    { outcome: 'inconclusive', reason: expect.stringContaining('limits.maxPayments (1)') },
  ],
])(
  'with %i fixed receivers and %j, the repetition of a check that used one up is %j',
  async (count, limits, expected) => {
    const events = await against({
      faults: ['completed-never'],
      only: [completes],
      target: withFixed(count, limits),
    })
    expect(statusOf(events, completes)).toBe('failed')
    expect(repetitionOf(events, completes)).toEqual(expected)
  },
)

test('the repetition of an invalid payment that was accepted sends its own controls', async () => {
  const only = ['content-digest/body-altered']
  const events = await against({ faults: ['without-digest-matches-body'], only })
  const [id = ''] = only
  expect(repetitionOf(events, id)).toEqual({ outcome: 'failed' })
  const controls = events.filter(
    (event) => event.type === 'observation' && event.repeat && event.control === 0,
  )
  expect(controls.length).toBeGreaterThanOrEqual(2)
})

test('observations in a repetition count for no claim', async () => {
  const once = await against({ faults: ['completed-never'], only: [completes], target: withFixed(1) })
  const twice = await against({ faults: ['completed-never'], only: [completes], target: withFixed(2) })
  const claims = (events: RunEvent[]) => verdictsIn(events).find(({ check }) => check === completes)?.claims
  expect(claims(twice)).toEqual(claims(once))
})

test('no check is repeated on a server that has no fault', async () => {
  const events = await against({ only: ['content-digest', 'quotes'] })
  expect(events.filter(({ type }) => type === 'repeat')).toEqual([])
})
