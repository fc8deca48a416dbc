import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { viewOf } from '../../src/report/view.ts'
import { against } from '../testing/against-mock.ts'

/** The run sends one request at a time. With several under way, any of them may be the first of a connection. */
const findingsOf = async (fault: string, only: string) => {
  const events = await against({ faults: [fault], only: [only], concurrency: 1 })
  return viewOf(events, loadCatalogue('interface')).findings
}

/** The words of a finding for faults that show only under a condition, by the condition. */
const conditions = {
  'body-chunked': 'with a chunked body',
  'body-over-1-kib': 'with a body over 1 KiB',
  'body-over-8-kib': 'with a body over 8 KiB',
  'body-over-64-kib': 'with a body over 64 KiB',
  'body-beyond-ascii': 'with a body beyond ASCII',
  'body-of-whole-blocks': 'with a body whose length is a multiple of 128 bytes',
  'header-names-capitalized': 'with capitals in header names',
  'further-member-first': 'with a further signature and digest, which come first',
  'further-member-last': 'with a further signature and digest, which come last',
  'with-query': 'with unknown query parameters',
  'long-url': 'with a URL of over 1,000 characters',
  'first-on-connection': 'as the first request of a connection',
  'token-write-only': 'with a token of fewer rights',
  'token-limited': 'with a limited token',
  'token-other-client': 'as another client',
}

describe.for([
  ['create-quote', 'content-digest/altered', 'without-digest-matches-body'],
  ['create-quote', 'quote-bodies/no-method', 'without-method-required'],
] as const)('on %s, checked by %s', ([subject, check, fault]) => {
  test.for(Object.entries(conditions))(
    'a defect only in the circumstance %s gives a finding that names the circumstance',
    async ([condition, words]) => {
      const findings = await findingsOf(`${fault}@${condition}`, check)
      const found = findings.flatMap(({ occurrences }) => occurrences).find((one) => one.subject === subject)
      expect(found).toMatchObject({ circumstances: [words], repetition: { outcome: 'failed' } })
    },
  )
})

test.for([
  ['without-signature-present', 'signatures/missing'],
  ['without-token-present', 'tokens/missing'],
] as const)('a guard that long bodies pass, as by %s, is noticed by %s', async ([fault, check]) => {
  const [finding] = await findingsOf(`${fault}@body-over-64-kib`, check)
  expect(finding?.circumstances).toEqual(['with a body over 64 KiB'])
})

test('a quote whose body allows no further members still gets characters beyond ASCII', async () => {
  const events = await against({
    profile: 'open-payments-1.3',
    faults: ['without-digest-matches-body@body-beyond-ascii'],
    only: ['content-digest/of-other-bytes'],
  })
  const { findings, partly } = viewOf(events, loadCatalogue('open-payments-1.3'))
  const found = findings.flatMap(({ occurrences }) => occurrences)
  expect(found.find(({ subject }) => subject === 'create-quote')).toMatchObject({
    circumstances: ['with a body beyond ASCII'],
  })
  expect(partly).toEqual([])
})

test('the harness still tries the other circumstances if the server refuses some', async () => {
  const events = await against({
    variants: ['chunked-bodies-refused', 'unknown-parameters-refused'],
    faults: ['without-digest-matches-body@body-over-8-kib'],
    only: ['content-digest/of-other-bytes'],
  })
  const [finding] = viewOf(events, loadCatalogue('interface')).findings
  expect(finding?.circumstances).toEqual(['with a body over 8 KiB'])
})

describe('for requests that cost money', () => {
  const payment = 'create-outgoing-payment'
  test.for([
    ['without-digest-matches-body', 'content-digest/of-other-bytes'],
    ['without-payment-variants-both', 'payments/both-variants'],
    ['without-payment-receiver-known', 'payments/unknown-incoming-payment'],
  ] as const)('the harness notices a chunked body that hides %s', async ([fault, check]) => {
    const events = await against({ faults: [`${fault}@body-chunked`], only: [check] })
    const { findings } = viewOf(events, loadCatalogue('interface'))
    const found = findings
      .flatMap(({ occurrences }) => occurrences)
      .find(({ subject }) => subject === payment)
    expect(found?.circumstances).toEqual(['with a chunked body'])
  })

  test('the harness tries invalid requests with a token that may only create', async () => {
    const events = await against({
      faults: ['without-digest-matches-body@token-write-only'],
      only: ['content-digest/of-other-bytes'],
    })
    const { findings } = viewOf(events, loadCatalogue('interface'))
    const found = findings
      .flatMap(({ occurrences }) => occurrences)
      .find(({ subject }) => subject === payment)
    expect(found?.circumstances).toEqual(['with a token of fewer rights'])
  })
})

test('a limit that leaves no room for circumstances is named, and the other requests are judged', async () => {
  const events = await against({
    only: ['content-digest/removed', 'content-digest/absent'],
    target: (target) => ({ ...target, limits: { ...target.limits, maxRequests: 60 } }),
  })
  const { outcome, partly, checks } = viewOf(events, loadCatalogue('interface'))
  expect(outcome).toBe('complete')
  expect(checks.filter(({ verdict }) => verdict?.status === 'passed').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['content-digest/removed', 'content-digest/absent']),
  )
  expect(partly).toMatchObject([{ why: expect.stringContaining('limits.maxRequests is 60') }])
})
