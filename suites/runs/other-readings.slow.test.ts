import { expect, test } from 'vitest'
import { departuresOf, variantsNamed } from '../../mock/variants/index.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

/** Conforming servers that read a sentence differently, each with the checks that once failed them. */
const servers: Array<[variant: string, ...checks: string[]]> = [
  [
    'direct-payments-without-wallet-address',
    'payments/direct-without-wallet-address',
    'refused-payments/bring-nothing',
  ],
  ['direct-payments-from-names', 'payments/direct-with-a-wallet-address-that-is-no-uri'],
  ['direct-payments-to-identifiers', 'payments/an-incoming-payment-that-is-no-uri'],
  ['quotes-before-other-fields', 'create-outgoing-payment.variants.both'],
  ['inferred-amounts-in-part', 'quotes/inferred-amount', 'settling/completes-when-full'],
  ['cursors-of-positions', 'lists/complete', 'lists/pages'],
  ['public-form-with-more', 'answers/get-incoming-payment', 'tokens/other-wallet-reads-incoming-payment'],
  ['public-form-to-readers', 'ids/incoming-payments-are-read-back', 'settling/completes-when-full'],
  ['lists-lag', 'lists/complete', 'lists/two-clients', 'sequences/payments', 'races/dropped-answer'],
  ['backward-items-brief', 'lists/pages'],
  ['paid-quotes-forgotten', 'sequences/payments', 'races/dropped-answer', 'last-look/everything-once-more'],
  ['metadata-as-stored', 'payments/odd-metadata'],
  ['metadata-in-doubles', 'payments/odd-metadata'],
  ['completed-by-receivers-only', 'settling/completes-when-full'],
  [
    'spent-in-one-asset',
    'rules/grant-spent-receive-amount-in-the-asset-of-receive-amount',
    'sequences/payments',
  ],
]

test.each(servers)('a server with %s does not fail %s', async (variant, ...only) => {
  const events = await against({ variants: [variant], only })
  const variants = variantsNamed([variant])
  // Requirements of level `note` cannot be broken.
  const departures = variants
    .flatMap(departuresOf)
    .filter(({ requirement }) => loadCatalogue().get(requirement)?.level !== 'note')
  const hides = variants.some((one) => one.hides)
  expect(Object.fromEntries(brokenIn(events))).toEqual(
    Object.fromEntries(departures.map(({ requirement, grade }) => [requirement, grade])),
  )
  const statuses = verdictsIn(events).map(({ verdict }) => verdict.status)
  expect(statuses.filter((status) => !['passed', 'failed', 'skipped'].includes(status))).toEqual([])
  expect(statuses.includes('skipped')).toBe(hides)
  expect(exitCodeAfter(events)).toBe(0)
})

test('a quote for a receiver of another form gives a note, as does the receiver that it shows', async () => {
  const only = ['quote-bodies/a-receiver-that-is-no-incoming-payment', 'rules/quote-is-as-asked-for']
  const events = await against({ variants: ['quotes-for-other-receivers'], only })
  expect(Object.fromEntries(brokenIn(events))).toEqual({
    'create-quote.receiver.pattern': 'note',
    'quote.receiver.pattern': 'note',
  })
  expect(exitCodeAfter(events)).toBe(0)
})
