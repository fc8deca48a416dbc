import { expect, test } from 'vitest'
import type { Target } from '../../src/target-file/target.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

/** Whose time cannot be moved, and which is not waited for long. */
const impatient = ({ clock: _, ...target }: Target): Target => ({
  ...target,
  limits: { ...target.limits, settleTimeout: 300 },
})

const slow = 'payment-moves-after-an-hour'
const notYet =
  /within limits\.settleTimeout \(0\.3 s\); raise it in .*t\.yaml if your server needs more time$/

test.each([
  [slow, 'settling/failure-is-marked'],
  ['failed-never-marked', 'settling/failure-is-marked'],
  ['received-amount-never-rises', 'settling/moves-and-arrives'],
])('with %s, what %s asks for has not come in time, which is not a failure', async (fault, check) => {
  const events = await against({ faults: [fault], only: ['settling', 'overpaying'], target: impatient })
  expect([...brokenIn(events)].filter(([, grade]) => grade === 'failure')).toEqual([])
  const verdict = verdictsIn(events).find((each) => each.check === check)?.verdict
  expect(verdict).toMatchObject({ status: 'inconclusive', reason: expect.stringMatching(notYet) })
})

test('a server that never settles does not make a run last: it is waited for once', async () => {
  const begun = performance.now()
  const target = (loaded: Target): Target => ({
    ...impatient(loaded),
    limits: { ...loaded.limits, settleTimeout: 5000 },
  })
  await against({
    faults: ['payment-never-moves'],
    only: ['settling', 'overpaying', 'sequences'],
    target,
    runs: 5,
  })
  expect(performance.now() - begun).toBeLessThan(45_000)
})
