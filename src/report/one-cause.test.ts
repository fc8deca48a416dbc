import { expect, test } from 'vitest'
import { against } from '../../suites/testing/against-mock.ts'
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
      'id beyond ASCII',
      'wallet-address that is empty; wallet-address with control characters',
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
