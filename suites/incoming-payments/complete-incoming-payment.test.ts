import { expect, test } from 'vitest'
import { refusingVariant } from '../../mock/changes/change.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

const check = 'complete-incoming-payment/expired'

/** A server that refuses incoming payments which are to expire within this time. */
const livingFor = (milliseconds: number) =>
  refusingVariant({
    id: 'least-lifetime',
    says: 'An incoming payment that is to expire soon is refused',
    requirement: 'create-incoming-payment.expires-at.passed',
    operations: ['create-incoming-payment'],
    refusal: { status: 400, description: 'expiresAt is too close' },
    isRefused: ({ world, subject: { expiresAt } }) =>
      expiresAt !== undefined && expiresAt < world.now() + milliseconds,
  })

test.each([
  ['a minute', 60_000, 'passed'],
  ['five minutes', 300_000, 'passed'],
  ['a day', 86_400_000, 'skipped'],
])(
  'a server whose incoming payments live for %s or longer is judged if its time can be moved as far',
  async (_, milliseconds, status) => {
    const further = [livingFor(milliseconds)]
    const events = await against({ profile: 'open-payments-1.3', only: [check], further })
    const [judged] = verdictsIn(events).filter((one) => one.check === check)
    expect(judged?.verdict).toMatchObject({ status })
  },
)
