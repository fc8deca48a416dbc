import { expect, test } from 'vitest'
import { refusingVariant } from '../../../mock/changes/change.ts'
import type { Target } from '../../../src/target-file/target.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../../testing/against-mock.ts'

/** A target whose time cannot be moved, with a short settleTimeout in milliseconds. */
const impatient = ({ clock: _, ...target }: Target): Target => ({
  ...target,
  limits: { ...target.limits, settleTimeout: 300 },
})

test.each(['payment-moves-after-an-hour', 'failed-never-marked'])(
  'with %s and without a clock, a payment that has not failed yet fails nothing',
  async (fault) => {
    const events = await against({ faults: [fault], only: ['settling', 'overpaying'], target: impatient })
    expect([...brokenIn(events)].filter(([, grade]) => grade === 'failure')).toEqual([])
    const verdict = verdictsIn(events).find(({ check }) => check === 'settling/failure-is-marked')?.verdict
    const missing = expect.stringMatching(
      /^clock in the target file, or a longer limits\.settleTimeout: .* within 300 ms \(limits\.settleTimeout\)$/,
    )
    expect(verdict).toEqual({ status: 'skipped', missing: [missing] })
    expect(exitCodeAfter(events)).toBe(0)
  },
)

test.each([
  ['with a clock', (target: Target) => target, "after the run moved the server's time on by 25 hours"],
  ['without a clock', impatient, 'within 300 ms (limits.settleTimeout)'],
])('%s, money that never arrives gives a warning with resources and amounts', async (_, target, time) => {
  const events = await against({ faults: ['received-amount-never-rises'], only: ['settling'], target })
  expect(exitCodeAfter(events)).toBe(0)
  const verdict = verdictsIn(events).find(({ check }) => check === 'settling/moves-and-arrives')?.verdict
  const evidence = verdict?.status === 'failed' ? verdict.evidence : []
  const [found] = evidence.filter(
    ({ requirement }) => requirement === 'incoming-payment.received-amount.arrives',
  )
  const [, into, id] =
    /at (\S+) .*, because (\S+) has sentAmount 10\d USD\/2 of debitAmount 10\d USD\/2$/.exec(
      found?.want ?? '',
    ) ?? []
  expect(found).toMatchObject({
    grade: 'warning',
    want: expect.stringContaining(time),
    got: expect.stringContaining(`at ${into}`),
  })
  expect([into, id]).toEqual([
    expect.stringContaining('/incoming-payments/'),
    expect.stringContaining('/outgoing-payments/'),
  ])
})

test('a failure that is never marked gives a warning if the time can be moved', async () => {
  const events = await against({ faults: ['failed-never-marked'], only: ['settling'] })
  expect(brokenIn(events).get('outgoing-payment.failed.marked')).toBe('warning')
  expect(exitCodeAfter(events)).toBe(0)
})

test('with a clock and receivers that expire soon, a payment that has not failed yet is skipped for the receivers', async () => {
  const events = await against({
    faults: ['failed-never-marked'],
    only: ['settling/failure-is-marked'],
    watch: ({ world }) => {
      for (const payment of world.incomingPayments.all())
        if (payment.expiresAt > world.now()) payment.expiresAt = world.now() + 20 * 3_600_000
    },
  })
  const verdict = verdictsIn(events).find(({ check }) => check === 'settling/failure-is-marked')?.verdict
  const missing = expect.stringMatching(
    /^receivers in the target file: incoming payments that expire in 27 hours or later: .* moved the server's time on by 18 hours$/,
  )
  expect(verdict).toEqual({ status: 'skipped', missing: [missing] })
})

test('a run waits only once for a server that never settles', async () => {
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

/** Refuses a direct payment of an amount that its receiver was paid before, with 409. */
const refusingEqual = refusingVariant({
  id: 'equal-payments-refused',
  says: 'A direct payment that is equal to an earlier one is refused',
  requirement: 'outgoing-payment.equal-requests',
  operations: ['create-outgoing-payment'],
  refusal: { status: 409, description: 'The payment was made before' },
  isRefused: ({ world, subject: { quote, receiver, debitAmount } }) =>
    quote === undefined &&
    [...world.outgoingPayments.all()].some(
      (payment) => payment.receiver === receiver && payment.debitAmount.value === debitAmount?.value,
    ),
})

test('a server that refuses a payment which is equal to an earlier one fails nothing', async () => {
  const events = await against({ further: [refusingEqual], only: ['settling/moves-and-arrives'] })
  expect([...brokenIn(events)]).toEqual([])
  const verdict = verdictsIn(events).find(({ check }) => check === 'settling/moves-and-arrives')?.verdict
  expect(verdict?.status).toBe('passed')
})
