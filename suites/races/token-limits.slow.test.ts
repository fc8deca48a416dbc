import { expect, test } from 'vitest'
import { refusingVariant, type Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import type { RunEvent } from '../../src/core/events.ts'
import type { Target } from '../../src/target-file/target.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const limit = 'create-outgoing-payment.token-limit'

test.each([
  ['limit-passed-at-once', 'races/last-of-a-limited-token', limit],
  ['without-payment-token-limit', 'races/last-of-a-limited-token', limit],
  ['limit-passed-at-once', 'races/last-of-a-period', `${limit}.interval`],
  ['without-payment-token-limit-interval', 'races/last-of-a-period', `${limit}.interval`],
  ['receive-limit-passed-at-once', 'races/last-of-a-receive-limit', `${limit}.receive`],
  ['without-payment-token-limit-receive', 'races/last-of-a-receive-limit', `${limit}.receive`],
  ['without-payment-token-limit-receiver', 'payments/limited-to-a-receiver', `${limit}.receiver`],
  ['debit-limit-one-too-much', 'races/last-of-a-limited-token', limit],
  ['debit-limit-one-too-much', 'races/last-of-a-period', `${limit}.interval`],
  ['receive-limit-one-too-much', 'races/last-of-a-receive-limit', `${limit}.receive`],
  ['failed-payment-gives-its-limit-back', 'races/last-of-a-period', `${limit}.interval`],
  ['debit-limit-compared-as-text', 'races/last-of-a-limited-token', limit],
  ['debit-limit-compared-as-text', 'races/last-of-a-period', `${limit}.interval`],
  ['receive-limit-compared-as-text', 'races/last-of-a-receive-limit', `${limit}.receive`],
  ['without-payment-token-limit@long-url', 'races/last-of-a-limited-token', limit],
  ['without-payment-token-limit-interval@body-over-64-kib', 'races/last-of-a-period', `${limit}.interval`],
  ['without-payment-token-limit-receive@every-eleventh', 'races/last-of-a-receive-limit', `${limit}.receive`],
  [
    'without-payment-token-limit-receiver@further-member-last',
    'payments/limited-to-a-receiver',
    `${limit}.receiver`,
  ],
])('%s is noticed by %s', async (fault, check, requirement) => {
  expect([...brokenIn(await against({ faults: [fault], only: [check] })).keys()]).toEqual([requirement])
})

test('payments that were refused for the limit of a token do not count towards it', async () => {
  const events = await against({
    profile: 'open-payments-1.3',
    faults: ['refused-payment-spends-its-limit:limit'],
    only: ['races/last-of-a-limited-token'],
  })
  expect([...brokenIn(events).keys()]).toEqual(['create-outgoing-payment.refused.limit-left'])
})

const inTens = refusingVariant({
  id: 'amounts-in-tens',
  says: 'Amounts are accepted only in multiples of ten',
  requirement: 'create-quote.accepts.debit-amount',
  refusal: { status: 422, description: 'an amount is a multiple of ten' },
  isRefused: ({ subject: { debitAmount, receiveAmount } }) =>
    [debitAmount, receiveAmount].some((amount) => amount !== undefined && amount.value % 10n !== 0n),
})

test.each([
  'races/last-of-a-limited-token',
  'races/last-of-a-period',
  'races/last-of-a-receive-limit',
  'quotes/requested-at-the-same-time',
])('%s passes where only multiples of ten are accepted', async (check) => {
  const events = await against({ only: [check], further: [inTens] })
  expect(verdictOf(events, check)).toMatchObject({ status: 'passed' })
})

/** Stops each payment when this share of it is sent. */
const stoppedAt = (percent: bigint): Variant => ({
  id: `stopped-at-${percent}-percent`,
  says: 'A payment is not sent in full, and is not marked failed in time',
  override: replacing('outgoingPayments', 'sends', { gives: (sent) => (sent * percent) / 100n }),
})

test.each([
  ['do not exceed a receive limit by what is not sent', 60n, []],
  ['exceed a receive limit by what is sent', 90n, [`${limit}.receive`]],
])('two payments that are not sent in full %s', async (_, percent, broken) => {
  const events = await against({
    faults: ['receive-limit-passed-at-once'],
    only: ['races/last-of-a-receive-limit'],
    further: [stoppedAt(percent)],
    target: (target) => ({ ...target, limits: { ...target.limits, settleTimeout: 500 } }),
  })
  expect([...brokenIn(events).keys()].filter((one) => one.startsWith(limit))).toEqual(broken)
})

const verdictOf = (events: readonly RunEvent[], check: string) =>
  verdictsIn(events).find((one) => one.check === check)?.verdict

const withLimits =
  (limits: Partial<Target['tokens']>) =>
  (target: Target): Target => ({ ...target, tokens: { ...target.tokens, ...limits } })

test('the check of a limit per period is inconclusive if the period has just begun', async () => {
  const events = await against({
    faults: ['without-payment-token-limit-interval'],
    only: ['races/last-of-a-period'],
    target: (target) => {
      const { token } = target.tokens.limitedPerInterval ?? { token: target.tokens.full }
      const interval = `R/${new Date().toISOString()}/P1M`
      return withLimits({ limitedPerInterval: { token, debitAmount: 500n, interval } })(target)
    },
  })
  expect(verdictOf(events, 'races/last-of-a-period')).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringContaining('less than a day from the payments'),
  })
})

test('a limit that two payments of limits.maxDebitValue cannot exceed is skipped', async () => {
  const events = await against({
    only: ['races/last-of-a-limited-token'],
    target: (target) => ({ ...target, limits: { ...target.limits, maxDebitValue: 200n } }),
  })
  expect(verdictOf(events, 'races/last-of-a-limited-token')).toMatchObject({
    status: 'skipped',
    missing: [
      'limits.maxDebitValue of at least 251 in the target file: two payments have to exceed the limit of tokens.limited (500)',
    ],
  })
})

test('the receiver limit is inconclusive for a token that cannot pay its only allowed receiver', async () => {
  const events = await against({
    only: ['payments/limited-to-a-receiver'],
    target: (target) => {
      const { token } = target.tokens.limitedToReceiver ?? { token: target.tokens.full }
      const receiver = 'https://x.example/incoming-payments/1'
      return withLimits({ limitedToReceiver: { token, receiver } })(target)
    },
  })
  expect(verdictOf(events, 'payments/limited-to-a-receiver')).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringContaining('a control did not hold'),
  })
})
