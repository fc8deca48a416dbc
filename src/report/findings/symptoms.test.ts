import { expect, test } from 'vitest'
import { against } from '../../../suites/testing/against-mock.ts'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Evidence } from '../../core/verdict.ts'
import { end, evidence, exchange, failed, plan, run } from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { claimsIn } from './finding.ts'

const catalogue = loadCatalogue()

const findingsOf = (operation: 'list-outgoing-payments' | 'create-outgoing-payment', ...all: Evidence[]) =>
  viewOf(
    [
      run(),
      plan('a/one'),
      exchange(1, 'a/one', { operation }),
      failed('a/one', ...all.map((one) => ({ ...one, exchange: 1 }))),
      end(),
    ],
    catalogue,
  ).findings.map(({ requirement, symptoms }) => [requirement, symptoms.map((one) => one.requirement)])

const schema = (requirement: string, want: string) => evidence({ requirement, want, got: '17' })

test('a broken schema explains the other claims about its field and about what is counted with it', () =>
  expect(
    findingsOf(
      'create-outgoing-payment',
      schema('amount.value.uint64', '/grantSpentDebitAmount/value must be a text'),
      schema('amount.asset-code.present', '/grantSpentReceiveAmount must have assetCode'),
      evidence({
        requirement: 'outgoing-payment.grant-spent-debit-amount.asset',
        want: 'grantSpentDebitAmount in',
      }),
      evidence({ requirement: 'outgoing-payment.grant-spent-receive-amount.rises', grade: 'warning' }),
      evidence({ requirement: 'outgoing-payment.sent-amount.grows', want: 'sentAmount of at least 2' }),
    ),
  ).toEqual([
    [
      'amount.asset-code.present',
      [
        'amount.value.uint64',
        'outgoing-payment.grant-spent-debit-amount.asset',
        'outgoing-payment.grant-spent-receive-amount.rises',
      ],
    ],
    ['outgoing-payment.sent-amount.grows', []],
  ]))

test('a wrong count of what a grant has spent is one finding, wherever it is shown', () =>
  expect(
    findingsOf(
      'create-outgoing-payment',
      ...[
        'outgoing-payment.grant-spent-debit-amount.rises',
        'outgoing-payment.grant-spent-receive-amount.rises',
        'outgoing-payment-grant.spent-debit-amount.rises',
        'outgoing-payment-grant.spent-receive-amount.rises',
      ].map((requirement) => evidence({ requirement, grade: 'warning' })),
      evidence({ requirement: 'outgoing-payment.debit-amount.asset', grade: 'warning' }),
      evidence({ requirement: 'outgoing-payment.sent-amount.grows', grade: 'warning' }),
    ).map(([requirement, symptoms]) => [requirement, symptoms?.length]),
  ).toEqual([
    ['outgoing-payment-grant.spent-debit-amount.rises', 3],
    ['outgoing-payment.debit-amount.asset', 0],
    ['outgoing-payment.sent-amount.grows', 0],
  ]))

test('an absent field is the cause of every other claim about it, on whichever operation', () =>
  expect(
    findingsOf(
      'create-outgoing-payment',
      schema('amount.value.uint64', 'debitAmount of at most 18446744073709551615'),
      evidence({ requirement: 'create-outgoing-payment.direct.debit-amount', want: 'debitAmount 12 USD/2' }),
      evidence({ requirement: 'outgoing-payment.debit-amount.present', want: 'must have debitAmount' }),
    ),
  ).toEqual([
    [
      'outgoing-payment.debit-amount.present',
      ['amount.value.uint64', 'create-outgoing-payment.direct.debit-amount'],
    ],
  ]))

test('a signature that leaves a component out is the finding of that component alone', () =>
  expect(
    findingsOf(
      'create-outgoing-payment',
      evidence({ requirement: 'signature.several.one-whole', given: 'content-digest-further' }),
      evidence({ requirement: 'signature.covers.content-digest' }),
    ),
  ).toEqual([['signature.covers.content-digest', ['signature.several.one-whole']]]))

test('a public form where none is due is one finding, whatever should have been refused', () => {
  const body = JSON.stringify({ receivedAmount: {}, authServer: 'https://auth.example' })
  const response = { status: 200, headers: {}, body }
  const shown = ['token.required', 'token.known', 'signature.verifies', 'token.in-header'].map(
    (requirement) => evidence({ requirement, got: 'status 200', exchange: 1 }),
  )
  const findings = (operation: 'get-incoming-payment' | 'get-quote') =>
    viewOf(
      [run(), plan('a/one'), exchange(1, 'a/one', { operation, response }), failed('a/one', ...shown), end()],
      catalogue,
    ).findings
  expect(findings('get-incoming-payment').map(({ symptoms }) => symptoms.length)).toEqual([3])
  expect(findings('get-quote')).toHaveLength(4)
})

test('a warning explains no failure', () =>
  expect(
    findingsOf(
      'create-outgoing-payment',
      { ...schema('amount.asset-code.x', '/sentAmount/assetCode'), grade: 'warning' },
      evidence({ requirement: 'outgoing-payment.sent-amount.grows', want: 'sentAmount of at least 2' }),
    ),
  ).toHaveLength(2))

test('a wrong endCursor explains what else goes wrong on a walk through the pages', () =>
  expect(
    findingsOf(
      'list-outgoing-payments',
      schema('page.end-cursor.string', '/pagination/endCursor must be a text'),
      evidence({ requirement: 'page.end-cursor.last-item' }),
      evidence({ requirement: 'list.no-duplicates' }),
      evidence({ requirement: 'list.wallet-address' }),
    ),
  ).toEqual([
    ['page.end-cursor.string', ['list.no-duplicates', 'page.end-cursor.last-item']],
    ['list.wallet-address', []],
  ]))

test.each([
  ['one wrong endCursor', ['end-cursor-of-first-item'], ['lists'], [['page.end-cursor.last-item']]],
  [
    'what a grant has spent, in another asset',
    ['grant-spent-debit-amount-in-another-asset', 'grant-spent-receive-amount-in-another-asset'],
    ['outgoing-payment.grant-spent-debit-amount', 'outgoing-payment.grant-spent-receive-amount'],
    [
      [
        'outgoing-payment.grant-spent-debit-amount.asset',
        'outgoing-payment.grant-spent-debit-amount.rises',
        'outgoing-payment.grant-spent-receive-amount.asset',
        'outgoing-payment.grant-spent-receive-amount.rises',
      ],
    ],
  ],
])('%s is one finding', async (_, faults, only, expected) => {
  const wanted = only.flatMap((word) =>
    word.includes('.') ? [...catalogue.keys()].filter((id) => id.startsWith(word)) : [word],
  )
  const { findings } = viewOf(await against({ faults, only: wanted }), catalogue)
  expect(
    findings.map((one) =>
      claimsIn(one)
        .map(({ requirement }) => requirement)
        .sort(),
    ),
  ).toEqual(expected)
})

const unknownIds = (status: number, words: string) => {
  const refusal = (number: number, operation: 'get-quote' | 'get-incoming-payment', body: string) =>
    exchange(number, 'a/one', { operation, response: { status, headers: {}, body } })
  const claim = (operation: string, number: number) => ({
    ...evidence({ requirement: `errors.404.${operation}`, want: 'status 404', got: `status ${status}` }),
    exchange: number,
  })
  return viewOf(
    [
      run(),
      plan('a/one'),
      refusal(1, 'get-quote', '{"message":"Unauthorized"}'),
      refusal(2, 'get-incoming-payment', `{"message":"${words}"}`),
      failed('a/one', claim('get-quote', 1), claim('get-incoming-payment', 2)),
      end(),
    ],
    catalogue,
  ).findings
}

test('a rule that is broken by the same refusal at several operations is one finding', () => {
  const [finding, ...others] = unknownIds(401, 'Unauthorized')
  expect(others).toEqual([])
  expect(finding?.symptoms.map(({ requirement }) => requirement)).toEqual(['errors.404.get-quote'])
})

test.each([
  ['other words', 401, 'Unknown'],
  ['an acceptance', 200, 'Unauthorized'],
])('a rule that is broken at several operations by %s is a finding for each', (_, status, words) =>
  expect(unknownIds(status, words)).toHaveLength(2),
)

const noJson = (...statuses: number[]) =>
  viewOf(
    [
      run(),
      plan('a/one'),
      ...statuses.map((status, at) =>
        exchange(at, 'a/one', { response: { status, headers: {}, body: 'Sorry' } }),
      ),
      failed(
        'a/one',
        ...statuses.map((status, at) =>
          evidence({
            requirement: 'errors.body-json',
            grade: 'warning',
            want: 'JSON, or nothing',
            got: `a body of text/plain (status ${status})`,
            exchange: at,
          }),
        ),
        evidence({ requirement: 'errors.no-server-error', grade: 'warning', got: 'status 500', exchange: 0 }),
      ),
      end(),
    ],
    catalogue,
  ).findings.map(({ requirement, symptoms }) => [requirement, symptoms.map((one) => one.requirement)])

test('a body that is not JSON, of responses with a 5xx only, follows from their cause', () => {
  expect(noJson(500, 500)).toEqual([['errors.no-server-error', ['errors.body-json']]])
  expect(noJson(500, 400)).toContainEqual(['errors.no-server-error', []])
})
