import { expect, test } from 'vitest'
import { refusingVariant, type Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const profile = 'open-payments-1.3'
const only = ['create-incoming-payment/as-asked-for']

test('a server may leave a requested expiresAt out of its answer', async () => {
  const events = await against({ profile, variants: ['incoming-payments-without-expiry'], only })
  expect([...brokenIn(events).keys()]).toEqual([])
})

test('a server that shows another expiresAt than the requested one fails', async () => {
  const events = await against({ profile, faults: ['expires-at-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.expires-at.kept'])
})

test('a server that leaves out a requested incomingAmount fails', async () => {
  const events = await against({ profile, faults: ['incoming-amount-ignored'], only })
  expect([...brokenIn(events).keys()]).toEqual(['create-incoming-payment.incoming-amount.kept'])
})

test('a server may have a maximum lifetime of incoming payments', async () => {
  const shortLived = refusingVariant({
    id: 'lifetimes-up-to-half-an-hour',
    says: 'An incoming payment that is to expire later than in half an hour is refused',
    requirement: 'create-incoming-payment.accepts.full',
    operations: ['create-incoming-payment'],
    refusal: { status: 400, description: 'expiresAt is too far' },
    isRefused: ({ world, subject: { expiresAt } }) =>
      expiresAt !== undefined && expiresAt > world.now() + 1_800_000,
  })
  const events = await against({
    profile,
    only: [...only, 'public-form/without-token'],
    further: [shortLived],
  })
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

test('a server may add members of its own to the metadata of an incoming payment', async () => {
  const adding: Variant = {
    id: 'metadata-with-a-member-more',
    says: 'The metadata of an incoming payment has a member that the server adds',
    override: replacing('incomingPayments', 'show', {
      gives: (shown, { metadata }) => ({ ...shown, metadata: { ...metadata, reviewed: false } }),
    }),
  }
  const events = await against({ profile, only, further: [adding] })
  expect([...brokenIn(events).values()]).not.toContain('failure')
})
