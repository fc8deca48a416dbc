import { expect, test } from 'vitest'
import type { ProfileName } from '../../mock/profiles/index.ts'
import { against, brokenIn } from '../testing/against-mock.ts'

type Profiles = readonly ProfileName[]

const [both, plain, published]: readonly [Profiles, Profiles, Profiles] = [
  ['interface', 'open-payments-1.3'],
  ['interface'],
  ['open-payments-1.3'],
]

/** Sentences whose violation only these checks notice: the fault, the check, and the claim that it breaks. */
const noticed: ReadonlyArray<[Profiles, fault: string, check: string, claim: string, grade: string]> = [
  [
    plain,
    'incoming-list-leaves-out-the-oldest',
    'lists/named-incoming-payments',
    'list-incoming-payments.complete',
    'note',
  ],
  [both, 'list-outgoing-payments-wants-a-count', 'lists/open-pages', 'list.accepts.no-count', 'warning'],
  [both, 'cursor-of-another-list-answered-500', 'lists/open-pages', 'errors.no-server-error', 'warning'],
  [both, 'list-incoming-payments-wants-a-count', 'lists/open-pages', 'list.accepts.no-count', 'warning'],
  [both, 'token-in-query-taken', 'tokens/in-query', 'token.in-header', 'failure'],
  [both, 'token-in-body-taken', 'tokens/in-body', 'token.in-header', 'failure'],
  [
    both,
    'without-payment-quote-id-form',
    'payments/quote-id-with-a-malformed-tail',
    'create-outgoing-payment.quote-id.unknown',
    'failure',
  ],
  [
    both,
    'malformed-quote-tail-answered-500',
    'payments/quote-id-with-a-malformed-tail',
    'errors.no-server-error',
    'warning',
  ],
  [
    both,
    'metadata-refused-from-quote',
    'payments/from-quote-with-metadata',
    'create-outgoing-payment.accepts.metadata',
    'failure',
  ],
  [
    both,
    'empty-metadata-refused-from-quote',
    'payments/from-quote-with-metadata',
    'create-outgoing-payment.accepts.metadata',
    'failure',
  ],
  [
    plain,
    'without-debit-amount-on-fixed',
    'quote-bodies/malformed-debit-amount-on-fixed',
    'create-quote.debit-amount.amount-on-fixed',
    'note',
  ],
  [
    published,
    'without-debit-amount-on-fixed',
    'quote-bodies/malformed-debit-amount-on-fixed',
    'create-quote.debit-amount.amount-on-fixed',
    'failure',
  ],
  [
    plain,
    'without-receive-amount-on-fixed',
    'quote-bodies/malformed-receive-amount-on-fixed',
    'create-quote.receive-amount.amount-on-fixed',
    'note',
  ],
  [
    published,
    'without-receive-amount-on-fixed',
    'quote-bodies/malformed-receive-amount-on-fixed',
    'create-quote.receive-amount.amount-on-fixed',
    'failure',
  ],
]

test.each(noticed.flatMap(([profiles, ...rest]) => profiles.map((profile) => [profile, ...rest] as const)))(
  'under %s, %s is noticed by %s',
  async (profile, fault, check, claim, grade) => {
    const events = await against({ profile, faults: [fault], only: [check] })
    expect(brokenIn(events).get(claim)).toBe(grade)
  },
)

test.each([
  ['forbidden-with-the-resource', 'tokens/write-only-reads'],
  ['forbidden-with-the-page', 'tokens/other-wallet-lists'],
  ['unauthorized-with-the-resource', 'tokens/unknown'],
  ['unauthorized-with-the-page', 'tokens/missing'],
])('a server with %s fails, whichever check caused the refusal', async (fault, check) => {
  const events = await against({ faults: [fault], only: ['rules/refusals-carry-nothing', check] })
  expect(Object.fromEntries(brokenIn(events))).toEqual({ 'errors.nothing-carried': 'failure' })
})

test.each(both)('under %s, the strict mock breaks none of these requirements', async (profile) => {
  const checks = noticed.filter(([profiles]) => profiles.includes(profile)).map(([, , check]) => check)
  const events = await against({ profile, only: [...new Set(checks), 'rules/refusals-carry-nothing'] })
  expect(brokenIn(events)).toEqual(new Map())
})
