import { expect, test } from 'vitest'
import { against, type Trial, verdictsIn } from '../testing/against-mock.ts'
import type { IncomingStep } from './incoming-steps.ts'

const profile = 'open-payments-1.3'
const ofMaking = 'sequences/incoming-payments'
const ofPaying = 'sequences/paid-incoming-payments'
const only = [ofMaking, ofPaying]

const verdictsOf = (events: Awaited<ReturnType<typeof against>>) =>
  verdictsIn(events).filter(({ check }) => only.includes(check))

test.each([1, 2, 3])(
  'the strict mock passes every sequence of incoming payments, with seed %i',
  async (seed) => {
    const verdicts = verdictsOf(await against({ profile, only, seed, runs: 40 }))
    expect(verdicts.map(({ verdict }) => verdict.status)).toEqual(['passed', 'passed'])
  },
)

test.each(['completing-again-refused', 'settled-at-once', 'short-pages'])(
  'a server with %s passes every sequence of incoming payments',
  async (variant) => {
    const verdicts = verdictsOf(await against({ profile, only, variants: [variant] }))
    expect(verdicts.map(({ verdict }) => verdict.status)).toEqual(['passed', 'passed'])
  },
)

test('sequences that pay are skipped without another wallet', async () => {
  const withoutOther: NonNullable<Trial['target']> = ({ otherWallet: _, ...target }) => target
  const verdicts = verdictsOf(await against({ profile, only, target: withoutOther }))
  const [making, paying] = only.map((id) => verdicts.find(({ check }) => check === id))
  expect(making?.verdict.status).toBe('passed')
  expect(paying?.verdict).toMatchObject({
    status: 'skipped',
    missing: [expect.stringContaining('otherWallet')],
  })
})

/**
 * Returns the shortest sequence by which a check failed. The clock advances only while the check waits for something.
 */
const shortestBy = async (check: string, requirement: string, trial: Trial) => {
  const quick: Trial = { ...trial, target: withLittleTime, clock: { frozen: true } }
  const verdict = verdictsOf(await against({ profile, only: [check], ...quick }))[0]?.verdict
  const evidence = verdict?.status === 'failed' ? verdict.evidence : []
  return evidence.find((one) => one.requirement === requirement)?.given
}

/** Limits settleTimeout, so that the check does not wait long for money that never arrives. */
const withLittleTime: NonNullable<Trial['target']> = (target) => ({
  ...target,
  limits: { ...target.limits, settleTimeout: 500 },
})

const create: IncomingStep = { do: 'create' }
const complete: IncomingStep = { do: 'complete', of: 0 }
const pay = (debitAmount: string): IncomingStep => ({ do: 'pay', of: 0, debitAmount })
const list: IncomingStep = { do: 'list' }
const wait: IncomingStep = { do: 'wait' }

/** Each defect with the shortest sequence that shows it. */
const planted: Array<{ fault: string; check: string; requirement: string; shortest: IncomingStep[] }> = [
  {
    fault: 'completed-incoming-payment-not-listed',
    check: ofMaking,
    requirement: 'list.complete',
    shortest: [create, complete, list],
  },
  {
    fault: 'completion-forgotten-at-the-next',
    check: ofMaking,
    requirement: 'complete-incoming-payment.reads',
    shortest: [create, complete, create, list],
  },
  {
    fault: 'completing-again-reopens',
    check: ofMaking,
    requirement: 'complete-incoming-payment.completed',
    shortest: [create, complete, complete],
  },
  {
    fault: 'filled-incoming-payment-is-paid-again',
    check: ofPaying,
    requirement: 'incoming-payment.completed.no-payments',
    shortest: [{ do: 'create', incomingAmount: '11' }, pay('11'), wait, pay('11'), wait],
  },
  {
    fault: 'received-amount-paid-out-on-completion',
    check: ofPaying,
    requirement: 'incoming-payment.received-amount.grows',
    shortest: [create, pay('11'), wait, complete],
  },
  {
    fault: 'filled-by-several-not-completed',
    check: ofPaying,
    requirement: 'incoming-payment.completed.when-full',
    shortest: [{ do: 'create', incomingAmount: '22' }, pay('11'), pay('11'), wait],
  },
]

test.each(planted)(
  '$check finds $fault, and shrinks it to the shortest sequence',
  async ({ fault, check, requirement, shortest }) => {
    expect(await shortestBy(check, requirement, { faults: [fault] })).toEqual(shortest)
  },
)
