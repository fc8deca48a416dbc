import { expect, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadSuite } from '../load.ts'
import { brokenIn } from '../testing/against-mock.ts'

const suite = await loadSuite()

const created = 'create-outgoing-payment.refused.nothing-created'

const cases = [
  [
    'refused-payment-delivered',
    'refused-payments/bring-nothing',
    'incoming-payment.received-amount.nothing-refused',
  ],
  [
    'refused-payment-uses-up-its-quote',
    'refused-payments/leave-the-quote',
    'create-outgoing-payment.refused.quote-left',
  ],
  [
    'refused-payment-takes-room:room',
    'overpaying/fixed-receiver',
    'create-outgoing-payment.refused.quote-left',
  ],
  ['refused-payment-made-later', 'signatures/altered', created],
  [
    'refused-payment-delivered:body@token-limited',
    'refused-payments/bring-nothing',
    'incoming-payment.received-amount.nothing-refused',
  ],
  [
    'refused-payment-delivered:token@token-expired',
    'refused-payments/bring-nothing',
    'incoming-payment.received-amount.nothing-refused',
  ],
  [
    'refused-payment-uses-up-its-quote:signature@token-other-client',
    'refused-payments/leave-the-quote',
    'create-outgoing-payment.refused.quote-left',
  ],
  ['create-outgoing-payment:refused-after:signature-verifies@token-limited', 'signatures/altered', created],
  [
    'create-outgoing-payment:refused-after:signature-component-unique@token-other-client',
    'signatures/component-twice',
    created,
  ],
] as const

/** The server runs in virtual time, so that its delays do not depend on how busy this machine is. */
test.each(
  (['interface', 'open-payments-1.3'] as const).flatMap((profile) =>
    cases.map((one) => [profile, ...one] as const),
  ),
)('%s: a mock with %s is detected by %s', async (profile, fault, check, requirement) => {
  const verdicts = await serveInProcess(
    { profile, faults: faultsNamed([fault], profile) },
    (error) => {
      throw error
    },
    async (served) =>
      (
        await runChecks({ suite, catalogue: loadCatalogue(profile) }, served, {
          only: [check],
          seed: 1,
          runs: 1,
        })
      ).verdicts,
  )
  expect([...brokenIn(verdicts.filter((verdict) => verdict.check === check)).keys()]).toEqual([requirement])
})
