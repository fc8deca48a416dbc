import { expect, test } from 'vitest'
import type { RunEvent } from '../events.ts'
import { brokenClaim, end, evidence, exchange, failed, plan, requirements, run } from './testing/record.ts'
import { viewOf } from './view.ts'

const findings = (...events: RunEvent[]) => viewOf([run(), ...events, end()], requirements).findings

test('the same requirement, grade and answer are one finding over checks and subjects', () => {
  const [finding, ...others] = findings(
    plan('a/one', 'b/two'),
    failed('b/two', evidence({ subject: 'get-quote' })),
    failed('a/one', evidence({ subject: 'create-quote' }), evidence({ subject: 'get-quote' })),
  )
  expect(others).toEqual([])
  expect(finding?.occurrences.map(({ check, subject }) => `${check} ${subject}`)).toEqual([
    'a/one create-quote',
    'a/one get-quote',
    'b/two get-quote',
  ])
})

test.each([
  ['requirement', { requirement: 'token.required' }],
  ['grade', { grade: 'warning' }],
  ['answer', { got: 'status 302' }],
] as const)('another %s is another finding', (_, other) =>
  expect(findings(plan('a/one'), failed('a/one', evidence(), evidence(other)))).toHaveLength(2),
)

test('200 and 201 are one kind of answer', () =>
  expect(findings(plan('a/one'), failed('a/one', evidence(), evidence({ got: 'status 200' })))).toHaveLength(
    1,
  ))

test('the gravest come first, then by id', () => {
  const all = findings(
    plan('a/one'),
    failed(
      'a/one',
      evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' }),
      evidence({ requirement: 'quote.disputed', grade: 'note' }),
      evidence({ requirement: 'token.required' }),
      evidence({ requirement: 'token.known' }),
    ),
  )
  expect(all.map(({ requirement }) => requirement)).toEqual([
    'token.known',
    'token.required',
    'errors.401.token-invalid',
    'quote.disputed',
  ])
})

test('a finding on a reading says so, one on a stated requirement has none', () => {
  const [stated, read] = findings(
    plan('a/one'),
    failed('a/one', evidence({ requirement: 'token.known' }), evidence({ requirement: 'right.wallet.list' })),
  ).reverse()
  expect(stated).toMatchObject({ requirement: 'token.known', inferred: false })
  expect(stated).not.toHaveProperty('reading')
  expect(read).toMatchObject({ inferred: true, reading: 'A list "on a wallet address" is that wallet\'s.' })
})

const listed = (number: number, check: string) =>
  exchange(number, check, {
    operation: 'list-outgoing-payments',
    request: {
      ...exchange(0, '').request,
      url: 'https://wallet.example/op/outgoing-payments?wallet-address=x&first=1',
    },
  })

const ofList = 'list.first'

test('a stated claim tried under names that the profile fills is inferred', () => {
  const [finding] = findings(
    plan('a/one'),
    listed(1, 'a/one'),
    brokenClaim('a/one', { requirement: ofList, exchange: 1 }),
    failed('a/one', evidence({ requirement: ofList, exchange: 1 })),
  )
  expect(finding).toMatchObject({ inferred: true, profileNames: ['first', 'wallet-address'] })
})

test('names are not named where the same shows without them', () => {
  const shown = (exchange: number, subject: string) => ({ requirement: ofList, exchange, subject })
  const [finding] = findings(
    plan('a/one'),
    listed(1, 'a/one'),
    brokenClaim('a/one', shown(1, 'list-outgoing-payments')),
    exchange(2, 'a/one'),
    brokenClaim('a/one', shown(2, 'create-quote')),
    failed('a/one', evidence(shown(1, 'list-outgoing-payments')), evidence(shown(2, 'create-quote'))),
  )
  expect(finding).toMatchObject({ inferred: false, profileNames: [] })
})

test('a claim that is not about lists does not rest on their names', () => {
  const [finding] = findings(
    plan('a/one'),
    listed(1, 'a/one'),
    brokenClaim('a/one', { exchange: 1 }),
    failed('a/one', evidence({ exchange: 1 })),
  )
  expect(finding).toMatchObject({ requirement: 'token.known', inferred: false, profileNames: [] })
})
