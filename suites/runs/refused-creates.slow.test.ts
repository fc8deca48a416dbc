import { expect, test } from 'vitest'
import { against, verdictsIn } from '../testing/against-mock.ts'

/** Guards, each with a check whose refused requests the mock would carry out. */
const guards = [
  ['create-outgoing-payment', 'token-known', 'tokens/unknown'],
  ['create-outgoing-payment', 'digest-matches-body', 'content-digest/body-altered'],
  ['create-outgoing-payment', 'right-wallet-create', 'tokens/other-wallet-creates'],
  ['create-outgoing-payment', 'payment-wallet-address-required', 'payments/no-wallet-address'],
  ['create-incoming-payment', 'token-known', 'tokens/unknown'],
  [
    'create-incoming-payment',
    'incoming-wallet-address-required',
    'incoming-payment-bodies/no-wallet-address',
  ],
] as const

test.each(guards)('%s: if %s refuses after the work, %s notices it', async (operation, guard, check) => {
  const events = await against({
    profile: 'open-payments-1.3',
    faults: [`${operation}:refused-after:${guard}`],
    only: [check],
  })
  const verdict = verdictsIn(events).find((event) => event.check === check)?.verdict
  expect(verdict).toMatchObject({
    status: 'failed',
    evidence: [
      expect.objectContaining({
        requirement: `${operation}.refused.nothing-created`,
        grade: 'failure',
        subject: operation,
        got: expect.stringMatching(/^status 4\d\d, but http.* in the list of /),
      }),
    ],
  })
  const repeated = events.find((event) => event.type === 'repeat' && event.state === 'judged')
  expect(repeated).toMatchObject({ check, repetition: { outcome: 'failed' } })
})
