import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../exit-code.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  planned,
  requirements,
  run,
  verdict,
  viewSaying,
} from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { lines } from './printable.ts'
import { text } from './text.ts'

const plain: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'reports/my-wallet/report.json',
  complete: false,
  enforce: 'must',
}

const report = (events: RunEvent[], options: Partial<ReportOptions> = {}, head = run()) =>
  text(viewOf([head, ...events], requirements), { ...plain, ...options })

const expiredToken = exchange(7, 'tokens/expired', {
  request: { ...exchange(7, '').request, token: 'tokens.expired', altered: ['content-digest'] },
})

const failing = [
  plan('tokens/expired'),
  expiredToken,
  brokenClaim('tokens/expired', { exchange: 7 }),
  failed('tokens/expired', evidence({ exchange: 7, subject: 'create-quote', given: { value: '1' } })),
]

test('a failure shows what was sent, expected and received, and the commands to reproduce it', () => {
  expect(report([...failing, end()])).toBe(`my-wallet  https://wallet.example/op
wallet    https://wallet.example/alice (USD, scale 2)
profile   interface
payments  none
seed      42, 20 generated cases per property, op-conformance 0.1.0

✗ Broken: What token.known says  [MUST token.known]
    check     Title of tokens/expired (tokens/expired)
    sent      POST /quotes
    with      value 1; tokens.expired; altered after signing: content-digest
    expected  refused (any 4xx)
    received  status 201
    replay    op-conformance replay reports/my-wallet/report.json tokens/expired

Checks    0 passed, 1 failed, 0 skipped, 0 inconclusive
Findings  1 failure, 0 warnings, 0 notes
Coverage  1 of 8 requirements judged, 5 not exercised, 2 untested (1 of them because their checks are not written yet)
Requests  1 sent, 1 distinct

Not conforming: 1 requirement of level MUST failed.
The report says nothing about the 7 requirements that were not judged.
`)
})

test('a run without a failure says what it does not claim', () => {
  const shown = report([plan('tokens/expired'), passed('tokens/expired', 'token.known'), end()])
  expect(shown).toContain(
    '\nNo MUST failed among the requirements that could be judged.\nThis is not a proof: these checks found no counterexample with seed 42.',
  )
})

test('the head shows overrides of the profile by their keys', () => {
  const overrides = { query: { first: 'limit' }, authorizationScheme: 'Bearer' }
  const lines = report([end()], {}, run({ overrides })).split('\n')
  expect(lines[2]).toBe('profile   interface, but query.first "limit", authorizationScheme "Bearer"')
})

test.each([
  [
    'warning',
    '! Not followed: What errors.401.token-invalid says  [SHOULD errors.401.token-invalid, inferred]',
    'errors.401.token-invalid',
  ],
  ['note', '· Does not hold here: What quote.disputed says  [note quote.disputed]', 'quote.disputed'],
] as const)('a %s has a sign of its own', (grade, head, requirement) =>
  expect(report([plan('a/one'), failed('a/one', evidence({ grade, requirement })), end()])).toContain(
    `\n${head}\n`,
  ),
)

test('a finding on an inferred requirement says so, and gives its reading with verbose', () => {
  const events = [plan('a/one'), failed('a/one', evidence({ requirement: 'right.wallet.list' })), end()]
  const reading = '    inferred  A list "on a wallet address" is that wallet\'s.\n'
  expect(report(events)).toContain('[MUST right.wallet.list, inferred]\n')
  expect(report(events)).not.toContain(reading)
  expect(report(events, { verbose: true })).toContain(reading)
  expect(report(events)).toContain(
    '1 failure, 0 warnings, 0 notes; 1 based on an interpretation, marked inferred',
  )
})

test('a finding has at most eight lines, of which the expected and the received value are never left out', () => {
  const checks = ['a/1', 'a/2', 'a/3']
  const response = { status: 400, headers: {}, body: '{"error":{"description":"no such receiver"}}' }
  const more = { exchange: 1, earlier: 2, given: 'x', resource: 'https://wallet.example/op/quotes/1' }
  const shown = report([
    plan(...checks),
    exchange(1, 'a/1', { response }),
    exchange(2, 'a/1', {}),
    ...checks.map((id) => failed(id, evidence({ ...more, subject: 'get-quote', got: 'status 400' }))),
    end(),
  ])
  const lines = (/^✗[\s\S]*?\n(?=\n)/m.exec(shown)?.[0] ?? '').trimEnd().split('\n')
  expect(lines).toHaveLength(8)
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(
    expect.arrayContaining(['expected', 'received']),
  )
})

test('two long values are shown from the place where they differ', () => {
  const same = 'a'.repeat(1100)
  const shown = report([
    plan('a/one'),
    failed('a/one', evidence({ want: `metadata ${same} ends in one`, got: `metadata ${same} ends in two` })),
    end(),
  ])
  expect(shown).toMatch(/expected {2}…a{30,} ends in one \(differs after 1118 of \d+ characters\)/)
  expect(shown).toMatch(/received {2}…a{30,} ends in two/)
})

test('a report counts the requirements that failed and their causes', () => {
  const known = evidence()
  const required = evidence({ requirement: 'token.required' })
  expect(report([plan('a/one'), failed('a/one', known, required), end()])).toContain(
    '\nNot conforming: 2 requirements of level MUST failed, 2 causes.\n',
  )
})

test('a finding that depends on a name in the profile says how to override the name', () => {
  const url = 'https://wallet.example/op/outgoing-payments?first=1'
  const request = { ...exchange(1, '').request, url }
  const shown = report([
    plan('a/one'),
    exchange(1, 'a/one', { operation: 'list-outgoing-payments', request }),
    brokenClaim('a/one', { requirement: 'list.first', exchange: 1 }),
    failed('a/one', evidence({ requirement: 'list.first', exchange: 1 })),
    end(),
  ])
  expect(shown).toContain(
    '    inferred  under first, as profile interface names it; if your server uses a different name, set it in profileOverrides\n',
  )
})

test.each([
  ['two', ['create-quote', 'get-quote'], 'create-quote, get-quote'],
  [
    'one more than it has room for',
    ['create-quote', 'get-quote', 'list-outgoing-payments', 'list-incoming-payments'],
    'create-quote, get-quote, list-outgoing-payments, list-incoming-payments',
  ],
  [
    'all that were tried',
    ['create-quote', 'get-quote', 'list-outgoing-payments', 'list-incoming-payments', 'get-incoming-payment'],
    'all 5 operations that were tried',
  ],
])('a finding says on which operations it shows: %s', (_, subjects, said) => {
  const operations = [
    'create-quote',
    'get-quote',
    'list-outgoing-payments',
    'list-incoming-payments',
    'get-incoming-payment',
  ] as const
  const events = [
    plan(planned('tokens/expired', { operations: [...operations] })),
    failed(
      'tokens/expired',
      ...operations.filter((one) => subjects.includes(one)).map((subject) => evidence({ subject })),
    ),
  ]
  expect(report([...events, end()])).toContain(`    on        ${said}\n`)
})

test('the reason why a case is not the smallest stands apart from what was received', () => {
  const got = 'status 201; not fully shrunk: needs another open receiver'
  const shown = report([plan('tokens/expired'), failed('tokens/expired', evidence({ got })), end()])
  expect(shown).toContain(
    '    received  status 201\n    case      not fully shrunk: needs another open receiver\n',
  )
})

test('a folded finding names some other checks by their titles, and all of them with verbose', () => {
  const checks = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6']
  const events = [
    plan(...checks),
    ...checks.map((id) => failed(id, evidence({ subject: 'get-quote' }))),
    end(),
  ]
  expect(report(events)).toContain('    also      Title of a/2; Title of a/3; Title of a/4 and 2 more\n')
  expect(report(events, { verbose: true })).toContain('Title of a/5; Title of a/6\n')
})

test('an id that the server chose is shown only with verbose', () => {
  const request = { ...exchange(1, '').request, method: 'GET', url: 'https://wallet.example/op/quotes/6f3a' }
  const events = [
    plan('a/one'),
    exchange(1, 'a/one', { operation: 'get-quote', request }),
    brokenClaim('a/one', { exchange: 1 }),
    failed('a/one', evidence({ exchange: 1 })),
    end(),
  ]
  expect(report(events)).toContain('    sent      GET /quotes/{id}\n')
  expect(report(events, { verbose: true })).toContain('    sent      GET /quotes/6f3a\n')
})

test('more notes than there is room for are counted, with the command that lists them', () => {
  const notes = Array.from({ length: 11 }, (_, at) => ({
    requirement: 'token.scheme',
    got: `status ${200 + at}`,
  }))
  const noted = (count: number) => [
    plan('a/1'),
    verdict('a/1', { status: 'passed' }, { notes: notes.slice(0, count) }),
    end(),
  ]
  expect(report(noted(10))).toContain('  · token.scheme: status 209\n')
  expect(report(noted(11))).toContain(`Left open by the interface: what your server does
  · 11 notes, listed by op-conformance report reports/my-wallet/report.json --verbose
`)
  expect(report(noted(11), { verbose: true })).toContain('  · token.scheme: status 210\n')
})

test('a path with spaces is quoted in commands', () =>
  expect(report([...failing, end()], { report: "reports/Bob's wallet/report.json" })).toContain(
    "    replay    op-conformance replay 'reports/Bob'\\''s wallet/report.json' tokens/expired\n",
  ))

test('unjudged checks are listed with the missing key or the reason', () => {
  const shown = report([
    plan('a/1', 'a/2', 'a/3', 'a/4', planned('a/5')),
    verdict('a/1', { status: 'skipped', missing: ['tokens.readOnly in the target file: a token'] }),
    verdict('a/2', { status: 'inconclusive', reason: 'a control did not hold: POST /op/quotes: status 500' }),
    verdict('a/3', { status: 'passed' }, { partly: ['get-quote: receivers.open in the target file'] }),
    verdict(
      'a/4',
      { status: 'passed' },
      { notes: [{ requirement: 'token.scheme', got: 'status 200', subject: 'get-quote' }] },
    ),
    end({ outcome: 'interrupted' }),
  ])
  expect(shown).toContain(`Skipped, and what they need
  - tokens.readOnly in the target file: a token (a/1)

Left out of checks that ran, and what it needs
  - get-quote: receivers.open in the target file (a/3)

Inconclusive
  ? a control did not hold: POST /op/quotes: status 500 (a/2)

Not run
  a/5

Left open by the interface: what your server does
  · token.scheme: status 200 (get-quote)

Checks    2 passed, 0 failed, 1 skipped, 1 inconclusive, 1 not run`)
  expect(shown).toContain('\nInterrupted. This report shows what was judged so far.\n')
})

test('an error of the harness shows its message, and its stack with verbose', () => {
  const broken = verdict('a/1', {
    status: 'error',
    message: 'no such row',
    stack: 'Error: no such row\n    at row.ts:1',
  })
  const events = [plan('a/1'), broken, end()]
  expect(report(events)).toContain('Errors of the harness\n  a/1: no such row\n\nChecks')
  expect(report(events, { verbose: true })).toContain('  a/1: no such row\n      at row.ts:1\n')
  expect(report(events)).toContain(
    '\nThe harness itself failed. Please report this, with the events of the run.\n',
  )
})

test('a run that could not begin says the likeliest cause', () =>
  expect(
    report([end({ outcome: 'not judged', sentence: 'Nothing listens at https://wallet.example/op.' })]),
  ).toContain('\nNot judged: Nothing listens at https://wallet.example/op.\n'))

test('the verdict also counts warnings with --enforce should', () => {
  const warning = evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' })
  const events = [plan('a/one'), failed('a/one', evidence(), warning), end()]
  expect(report(events, { enforce: 'should' })).toContain(
    '\nNot conforming: 1 requirement of level MUST failed, 1 requirement of level SHOULD failed.\n',
  )
})

test('colour changes nothing but colour', () => {
  const coloured = lines(report([...failing, end()], { colour: true }))
  expect(coloured).toContain('\u001b[31m')
  expect(stripVTControlCharacters(coloured)).toBe(report([...failing, end()]))
})

test('the report does not depend on when and in which order checks end', () => {
  const one = (number: number, at: string) => [
    exchange(number, 'a/one', { at, milliseconds: number }),
    brokenClaim('a/one', { exchange: number }),
    failed('a/one', evidence({ exchange: number })),
  ]
  const two = [verdict('a/two', { status: 'inconclusive', reason: 'no quote could be created' })]
  const first = [plan('a/one', 'a/two'), ...one(1, '2026-01-01T00:00:00Z'), ...two, end()]
  const other = [
    plan('a/two', 'a/one'),
    ...two,
    ...one(9, '2027-01-01T00:00:00Z'),
    end({ at: '2027-01-01T00:00:01Z' }),
  ]
  expect(report(other)).toBe(report(first))
})

test.each(['\u001b]0;owned\u0007', '\u009b2J', '\r\u001b[2K', '\u202e'])(
  'no control character reaches the terminal from a server that says %j',
  (said) => {
    for (const verbose of [true, false]) {
      expect(text(viewSaying(said), { ...plain, verbose }).replaceAll('\n', '')).not.toMatch(
        /[\p{Cc}\p{Cf}]/u,
      )
    }
  },
)

test('no text of a server adds a line to the report', () => {
  const linesOf = (said: string) => text(viewSaying(said), plain).split('\n').length
  const lines = linesOf('x')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (said) => {
      expect(linesOf(said)).toBe(lines)
    }),
    { numRuns: 50 },
  )
})

test('a run that is not judged suggests the doctor command', () => {
  const notJudged = report([end({ outcome: 'not judged', sentence: 'Nothing listens.' })])
  expect(notJudged).toContain('op-conformance doctor op-conformance.yaml\n')
})

test('a finding of a rule names the resource and the exchange that set the expectation', () => {
  const { request } = exchange(0, '')
  const shown = report([
    plan(planned('rules/grows', { passive: 'expected' })),
    exchange(3, 'a/one', { request: { ...request, method: 'GET', url: 'https://wallet.example/op/a' } }),
    exchange(9, 'a/two', { request: { ...request, method: 'GET', url: 'https://wallet.example/op/b' } }),
    failed('rules/grows', evidence({ exchange: 9, earlier: 3, resource: 'https://wallet.example/op/a' })),
    end(),
  ])
  expect(shown).toContain('    resource  /a\n')
  expect(shown).toContain('    before    GET /a, exchange 3, was answered with status 201\n')
})

test("a refusal shows one line of the server's own words", () => {
  const response = { status: 400, headers: {}, body: '{"error":{"description":"receiver does not exist"}}' }
  const shown = report([
    plan('a/one'),
    exchange(1, 'a/one', { response }),
    failed('a/one', evidence({ want: 'accepted (any 2xx)', got: 'status 400', exchange: 1 })),
    end(),
  ])
  expect(shown).toContain('    received  status 400\n    said      receiver does not exist\n')
})

test('a finding across several kinds of requests gives an example of each', () => {
  const response = { status: 401, headers: {}, body: '' }
  const { request } = exchange(0, '')
  const of = (number: number, check: string, more: object) =>
    exchange(number, check, { response, operation: 'get-quote', request: { ...request, ...more } })
  const claim = (number: number) => evidence({ got: 'status 401 without WWW-Authenticate', exchange: number })
  const shown = report(
    [
      plan(planned('rules/challenge', { passive: 'expected' })),
      of(1, 'signatures/altered', { altered: ['signature'] }),
      of(2, 'ids/unknown', {}),
      of(3, 'tokens/expired', { token: 'tokens.expired' }),
      of(4, 'tokens/again', { token: 'tokens.expired' }),
      failed('rules/challenge', claim(1), claim(2), claim(3), claim(4)),
      end(),
    ],
    { verbose: true },
  )
  const examples = shown.split('\n').filter((line) => line.startsWith('    example'))
  expect(examples).toEqual([
    '    example   POST get-quote (ids/unknown): status 401 without WWW-Authenticate',
    '    example   POST get-quote, tokens.expired (tokens/expired): status 401 without WWW-Authenticate',
  ])
})
