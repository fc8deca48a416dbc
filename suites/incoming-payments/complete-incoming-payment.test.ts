import { expect, test } from 'vitest'
import { refusingVariant } from '../../mock/changes/change.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

test('a server whose incoming payments live for a minute or longer is judged if its time can be moved', async () => {
  const check = 'complete-incoming-payment/expired'
  const longLived = refusingVariant({
    id: 'lifetimes-from-a-minute',
    says: 'An incoming payment that is to expire within a minute is refused',
    requirement: 'create-incoming-payment.expires-at.passed',
    operations: ['create-incoming-payment'],
    refusal: { status: 400, description: 'expiresAt is too close' },
    isRefused: ({ world, subject: { expiresAt } }) =>
      expiresAt !== undefined && expiresAt < world.now() + 60_000,
  })
  const events = await against({ profile: 'open-payments-1.3', only: [check], further: [longLived] })
  const [judged] = verdictsIn(events).filter((one) => one.check === check)
  expect(judged?.verdict).toMatchObject({ status: 'passed' })
})
