import { expect, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadSuite } from '../load.ts'
import { brokenIn } from '../testing/against-mock.ts'
import { sampled } from '../testing/sampled.ts'

const profile = 'open-payments-1.3'
const suite = await loadSuite()

/** The server runs in virtual time, so that ages do not depend on how busy this machine is. */
const brokenBy = (fault: string, only: readonly string[]): Promise<string[]> =>
  serveInProcess(
    { profile, faults: faultsNamed([fault], profile) },
    (error) => {
      throw error
    },
    async (served) => {
      const knowledge = { suite, catalogue: loadCatalogue(profile) }
      const { verdicts } = await runChecks(knowledge, served, { only, seed: 1, runs: 1 })
      return [...brokenIn(verdicts).keys()]
    },
  )

const quote = 'quote.immutable'
const payment = 'outgoing-payment.immutable'
const sent = 'outgoing-payment.sent-amount.grows'

/** Faults of a field that is wrong only sometimes, and the checks that read it then. */
const faults: ReadonlyArray<readonly [id: string, breaks: string, only: string[]]> = [
  ['get-quote:createdAt:changing@age-from-500-ms', quote, ['ids/quote-is-read-back']],
  ['get-quote:createdAt:changing@age-from-5-s', quote, ['ids/quote-is-read-back']],
  ['get-quote:debitAmount.value:changing@state-done', quote, ['payments/from-quote']],
  ['get-quote:receiver:changing@asked-by-other-client', quote, ['ids/quote-is-read-back']],
  ['get-quote:receiver:changing@token-read-only', quote, ['ids/quote-is-read-back']],
  ['get-quote:debitAmount.value:changing@value-from-2^63', quote, ['quotes/fixed-send-is-kept']],
  ['get-quote:debitAmount.value:changing@value-ends-in-9', quote, ['quotes/fixed-send-is-kept']],
  ['get-quote:receiveAmount.assetScale:changing@scale-0', quote, ['quotes/to-other-asset']],
  ['list-outgoing-payments:result.[].createdAt:changing@in-list', payment, ['payments/direct']],
  [
    'list-outgoing-payments:result.[].debitAmount.value:changing@value-ends-in-7',
    payment,
    ['payments/direct'],
  ],
  ['get-outgoing-payment:receiver:changing@state-done', payment, ['payments/direct']],
  ['get-outgoing-payment:receiver:changing@asked-by-other-client', payment, ['payments/direct']],
  ['failure-taken-back@state-failed', 'outgoing-payment.failed.stays', ['settling/failure-is-marked']],
  ['sent-amount-shrinks@age-from-500-ms', sent, ['settling/moves-and-arrives']],
  ['sent-amount-shrinks@in-single-get', sent, ['settling/moves-and-arrives']],
  [
    'received-amount-shrinks@of-receiver',
    'incoming-payment.received-amount.grows',
    ['settling/moves-and-arrives'],
  ],
  ['metadata-cut@in-list', payment, ['payments/metadata']],
]

test.each(
  sampled(
    faults.map(([id, breaks, only]) => ({ id, breaks, only })),
    1 / 2,
  ),
)('a run notices $id', async ({ id, breaks, only }) => {
  expect(await brokenBy(id, [...only, 'last-look', 'rules'])).toContain(breaks)
})
