import { expect, test } from 'vitest'
import { against, recordOf } from '../../suites/testing/against-mock.ts'
import { through } from '../../suites/testing/altered-minimal-server.ts'
import type { Alter, Passing } from '../../suites/testing/altering-proxy.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { viewOf } from './view.ts'

test('five different 500s are a finding for each family of operations', async () => {
  const events = await against({
    faults: [
      'both-variants-answered-500',
      'unknown-incoming-payment-paid-answered-500',
      'amount-of-zero-answered-500',
      'id-beyond-ascii-answered-500',
      'list-of-no-uri-answered-500',
    ],
    only: [
      'payments/both-variants',
      'payments/unknown-incoming-payment',
      'quotes/amount-of-zero',
      'ids/odd-id-of-quote',
      'ids/odd-id-of-incoming-payment',
      'lists/odd-wallet-addresses',
    ],
  })
  const { findings } = viewOf(events, loadCatalogue())
  const values = findings.map(({ requirement, shape }) => [requirement, shape])
  expect(values).toEqual(
    [
      'A payment both from a quote and directly; A direct payment to an incoming payment that does not exist',
      'amount of 0',
      'id beyond ASCII; id with control characters',
      'wallet-address that is empty; wallet-address of another form; wallet-address with control characters; wallet-address beyond ASCII',
    ].map((shape) => ['errors.no-server-error', shape]),
  )
})

test('a grant that never counts what it spends is one finding, across fields and operations', async () => {
  const profile = 'open-payments-1.3'
  const events = await against({
    profile,
    faults: [
      'grant-spent-debit-never-rises',
      'grant-spent-receive-never-rises',
      'spentDebitAmount-never-rises',
      'spentReceiveAmount-never-rises',
    ],
    only: [
      'grant-spent/rises-with-a-payment',
      'rules/grant-spent-debit-amount-rises',
      'rules/grant-spent-receive-amount-rises',
    ],
  })
  const { findings } = viewOf(events, loadCatalogue(profile))
  expect(findings).toHaveLength(1)
  expect(findings[0]?.symptoms.length).toBeGreaterThan(2)
})

test('a missing route is one finding, whatever needed it', async () => {
  const error = { description: 'There is no such route', code: 'not_found' }
  const found = await findingsBehind(
    (passing) =>
      passing.method === 'GET' && /\/quotes\/./.test(passing.path)
        ? { ...passing, status: 404, json: { error } }
        : passing,
    ['signed-forms', 'whole-requests', 'ids/quote-is-read-back'],
  )
  expect(found.map(({ requirement }) => requirement)).toEqual(['quote.id.readable'])
})

test('an operation that wants another media type is one finding, about a request in the plainest form', async () => {
  const profile = 'open-payments-1.3'
  const found = await findingsBehind(
    (passing) => (passing.path.endsWith('/complete') ? { ...passing, status: 415, json: {} } : passing),
    ['signed-forms', 'whole-requests'],
    profile,
  )
  // Behind the proxy, the refused requests complete something.
  const ofForms = found.map(({ requirement }) => requirement).filter((id) => id.startsWith('signature.'))
  expect(ofForms).toEqual(['signature.accepts.plain'])
})

test('two missing routes are two findings', async () => {
  const error = { description: 'There is no such route', code: 'not_found' }
  const isMissing = ({ method, path }: Passing): boolean =>
    method === 'GET' && (/\/quotes\/./.test(path) || path.endsWith('/outgoing-payments'))
  const found = await findingsBehind(
    (passing) => (isMissing(passing) ? { ...passing, status: 404, json: { error } } : passing),
    ['signed-forms', 'ids/quote-is-read-back', 'lists/pages', 'whole-requests'],
  )
  expect(found.map(({ requirement }) => requirement)).toEqual([
    'list-outgoing-payments.status.200',
    'quote.id.readable',
  ])
})

test('payments that fail because every quote does are part of the finding about quotes', async () => {
  const fails = ({ method, path }: Passing): boolean =>
    method === 'POST' && /\/(?:quotes|outgoing-payments)$/.test(path)
  const found = await findingsBehind(
    (passing) => (fails(passing) ? { ...passing, status: 500, json: {} } : passing),
    ['payments/direct', 'payments/metadata', 'quotes', 'signed-forms', 'whole-requests'],
  )
  expect(found.map(({ requirement }) => requirement)).toEqual(['create-quote.accepts.debit-amount'])
  expect(found[0]?.symptoms).toContain('create-outgoing-payment.accepts.metadata')
})

test('a payment that fails although its server prices it is a finding of its own', async () => {
  const found = await findingsBehind(
    (passing) =>
      passing.method === 'POST' && passing.path.endsWith('/outgoing-payments')
        ? { ...passing, status: 500, json: {} }
        : passing,
    ['payments/direct', 'payments/metadata', 'quotes/one-amount'],
  )
  expect(found.map(({ requirement }) => requirement)).toEqual(['create-outgoing-payment.accepts.direct'])
})

/** Runs checks against a minimal server behind a proxy. Returns what each finding is about. */
const findingsBehind = async (alter: Alter, only: readonly string[], profile = 'interface') => {
  const target = await through({ alter, profile })
  const { findings } = viewOf(await recordOf(target, { only }), loadCatalogue(profile))
  return findings.map(({ requirement, symptoms }) => ({
    requirement,
    symptoms: symptoms.map((claim) => claim.requirement),
  }))
}
