import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import { brokenClaim, end, evidence, exchange, failed, plan, requirements, run } from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { headOf } from './finding-words.ts'

const findings = (...events: RunEvent[]) => viewOf([run(), ...events, end()], requirements).findings

test('evidence of one requirement, grade and answer is one finding across checks and subjects', () => {
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
] as const)('evidence with a different %s is a separate finding', (_, other) =>
  expect(findings(plan('a/one'), failed('a/one', evidence(), evidence(other)))).toHaveLength(2),
)

test('200 and 201 are one kind of answer', () =>
  expect(findings(plan('a/one'), failed('a/one', evidence(), evidence({ got: 'status 200' })))).toHaveLength(
    1,
  ))

test('findings are sorted by gravity, then by id', () => {
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

test('a finding on an inferred requirement gives its reading, one on a stated requirement has none', () => {
  const [stated, read] = findings(
    plan('a/one'),
    failed('a/one', evidence({ requirement: 'token.known' }), evidence({ requirement: 'right.wallet.list' })),
  ).reverse()
  expect(stated).toMatchObject({ requirement: 'token.known', inferred: false })
  expect(stated?.reading).toBeUndefined()
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

test('a stated claim tested under names that the profile chooses is inferred', () => {
  const [finding] = findings(
    plan('a/one'),
    listed(1, 'a/one'),
    brokenClaim('a/one', { requirement: ofList, exchange: 1 }),
    failed('a/one', evidence({ requirement: ofList, exchange: 1 })),
  )
  expect(finding).toMatchObject({ inferred: true, profileNames: ['first', 'wallet-address'] })
})

test('a finding does not mention profile names if it also shows without them', () => {
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

test('a claim that is not about lists does not depend on the profile’s list names', () => {
  const [finding] = findings(
    plan('a/one'),
    listed(1, 'a/one'),
    brokenClaim('a/one', { exchange: 1 }),
    failed('a/one', evidence({ exchange: 1 })),
  )
  expect(finding).toMatchObject({ requirement: 'token.known', inferred: false, profileNames: [] })
})

const failing = (number: number, check: string, more: Parameters<typeof exchange>[2]) =>
  exchange(number, check, { response: { status: 500, headers: {}, body: '' }, ...more })

const { request } = exchange(0, '')
const amounting = (value: string) => ({
  request: { ...request, body: JSON.stringify({ debitAmount: { value, assetCode: 'USD' } }) },
})
const reading = (operation: 'get-quote' | 'get-incoming-payment', id: string) => ({
  operation,
  request: { ...request, method: 'GET', url: `https://wallet.example/op/${operation.slice(4)}s/${id}` },
})
const quoting = (quoteId: string) => ({ request: { ...request, body: JSON.stringify({ quoteId }) } })
const failure = (exchange: number, given: Json | undefined, subject = 'create-quote') =>
  evidence({
    requirement: 'token.scheme',
    got: 'status 500',
    exchange,
    subject,
    ...(given === undefined ? {} : { given }),
  })

test('server errors are one finding for each answer and for each operation or value that explains them, which lists the values', () => {
  const malformed = 'https://wallet.example/op/quotes/6f3a%00'
  const shown = findings(
    plan('a/amounts', 'a/ids', 'a/quotes', 'a/zero', 'a/others', 'a/reset'),
    failing(1, 'a/amounts', amounting(String(2n ** 63n))),
    failing(2, 'a/amounts', amounting('0')),
    failing(3, 'a/ids', reading('get-quote', 'no-uuid')),
    failing(4, 'a/ids', reading('get-incoming-payment', 'x')),
    failing(5, 'a/quotes', { ...quoting(malformed), operation: 'create-outgoing-payment' }),
    failing(6, 'a/zero', amounting('0')),
    failing(7, 'a/others', {}),
    failed('a/amounts', failure(1, { side: 'debitAmount', value: String(2n ** 63n) }), failure(2, '0')),
    failed('a/ids', failure(3, 'no-uuid', 'get-quote'), failure(4, 'x', 'get-incoming-payment')),
    failed('a/quotes', failure(5, malformed)),
    failed('a/zero', failure(6, '0')),
    failed('a/others', failure(7, undefined)),
    failed('a/reset', { ...failure(7, undefined), got: 'no answer: the connection was reset' }),
  )
  expect(
    shown.map(({ shape, occurrences }) => [shape, new Set(occurrences.map(({ check }) => check))]),
  ).toEqual([
    ['POST create-quote', new Set(['a/reset'])],
    ['Title of a/others; amount of 0; amount from 2^63', new Set(['a/others', 'a/amounts', 'a/zero'])],
    ['id that is not a UUID; quoteId with a malformed tail', new Set(['a/ids', 'a/quotes'])],
  ])
})

test('as few causes are assumed as explain all server errors: a value in several operations, or an operation', () => {
  const inPayment = { operation: 'create-outgoing-payment' } as const
  const large = String(2n ** 64n)
  const cases: ReadonlyArray<readonly [Parameters<typeof exchange>[2], Json, string]> = [
    [amounting(large), { in: ['debitAmount'], values: [large] }, 'create-quote'],
    [{ ...amounting(large), ...inPayment }, large, 'create-outgoing-payment'],
    [quoting('https://wallet.example/op/quotes/0'), '0', 'create-quote'],
    [{ request: { ...request, headers: { 'content-type': 'a/b;;' } } }, 'a/b;;', 'create-quote'],
    [{ request: { ...request, body: '{"method":"x y"}' } }, 'x y', 'create-quote'],
  ]
  const shown = findings(
    plan('a/one'),
    ...cases.map(([more], at) => failing(at + 1, 'a/one', more)),
    failed('a/one', ...cases.map(([, given, subject], at) => failure(at + 1, given, subject))),
  )
  expect(shown.map(({ shape }) => shape)).toEqual([
    'amount from 2^64',
    'quoteId with a malformed tail; method of another form; content-type of another form; amount from 2^64',
  ])
})

test('different ids and numbers in an answer do not make separate findings', () => {
  const got = (kind: string, page: number) => `https://wallet.example/${kind}/6f3a again on page ${page}`
  expect(
    findings(
      plan('a/one'),
      failed('a/one', evidence({ got: got('quotes', 2) }), evidence({ got: got('outgoing-payments', 3) })),
    ),
  ).toHaveLength(1)
})

test('the head of a finding names the fewest circumstances that it needs', () => {
  const chunked = 'with a chunked body'
  const several = ['after the same request was accepted', chunked, 'with unknown query parameters']
  const [finding] = findings(
    plan('a/one'),
    failed(
      'a/one',
      evidence({ subject: 'create-quote', circumstances: several }),
      evidence({ subject: 'create-outgoing-payment', circumstances: [chunked] }),
    ),
  )
  expect(finding?.circumstances).toEqual([chunked])
  expect(finding?.occurrences[0].subject).toBe('create-outgoing-payment')
  expect(finding && headOf(finding)).toBe('Broken only with a chunked body: What token.known says')
  expect(finding && headOf({ ...finding, circumstances: several })).toMatch(
    /^Broken only after the same request was accepted, with a chunked body and with unknown query parameters: /,
  )
})

test('a finding that also shows in plain circumstances names none', () => {
  const [finding] = findings(
    plan('a/one'),
    failed(
      'a/one',
      evidence({ subject: 'create-quote', circumstances: ['with a chunked body'] }),
      evidence({ subject: 'get-quote' }),
    ),
  )
  expect(finding).not.toHaveProperty('circumstances')
  expect(finding?.occurrences[0].subject).toBe('get-quote')
})

test('the plainest case of the plainest check stands for a finding, whatever their ids are', () => {
  const given = (check: string, value: string | undefined, more = {}) =>
    failed(
      check,
      evidence({ ...(value === undefined ? {} : { given: value }), subject: 'create-quote', ...more }),
    )
  const [finding] = findings(
    plan('a/encoded', 'b/part', 'c/unknown', 'd/none', 'e/chunked'),
    given('a/encoded', 'percent-encoded'),
    given('b/part', 'cut at its beginning'),
    given('c/unknown', 'of no likeness'),
    given('e/chunked', undefined, { circumstances: ['with a chunked body'] }),
  )
  expect(finding?.occurrences.map(({ check }) => check)).toEqual([
    'c/unknown',
    'b/part',
    'a/encoded',
    'e/chunked',
  ])
})

test('findings that fail each time come before those that passed when repeated', () => {
  const [finding] = findings(
    plan('a/passing', 'b/failing'),
    failed('a/passing', evidence()),
    failed('b/failing', evidence({ circumstances: ['with a chunked body'] })),
    { type: 'repeat', check: 'a/passing', state: 'judged', repetition: { outcome: 'passed' } },
  )
  expect(finding).toMatchObject({
    circumstances: ['with a chunked body'],
    occurrences: [{ check: 'b/failing' }, { check: 'a/passing' }],
  })
})

test('an example that no failure of the server explains comes first', () => {
  const got = 'a body of text/plain'
  const [finding] = findings(
    plan('a/one'),
    failing(1, 'a/one', {}),
    exchange(2, 'a/one', { response: { status: 413, headers: {}, body: '' } }),
    failed(
      'a/one',
      evidence({ exchange: 1, got, subject: 'create-quote' }),
      evidence({ exchange: 2, got, subject: 'get-quote' }),
    ),
  )
  expect(finding?.occurrences.map(({ exchange }) => exchange)).toEqual([2, 1])
})
