import { expect, test } from 'vitest'
import { costOf } from '../check/cost.ts'
import type { Check } from '../check/kinds/check.ts'
import { ownReceiver, receiver } from '../check/needs/need.ts'
import type { Suite } from '../check/suite.ts'
import { targetAt, tokenOf } from '../http/testing/target.ts'
import { planOf } from '../run/plan/plan.ts'
import { selectionOf } from '../run/plan/select.ts'
import { cutOut } from '../run/plan/shards.ts'
import type { ReceiverSource, Target } from '../target-file/target.ts'
import { plain, terminalText } from './document/terminal.ts'
import { printedAs } from './document/view.ts'
import { announcement, costFacts, type Planned, planView } from './plan-view.ts'
import { requirements } from './testing/record.ts'
import { suite } from './testing/suite.ts'

const bare = targetAt('https://wallet.example/op')
const listOf = (...urls: string[]) => ({ kind: 'list' as const, receivers: urls.map((url) => ({ url })) })
const whole: Target = {
  ...bare,
  tokens: { ...bare.tokens, expired: tokenOf('tokens.expired', 'dead') },
  receivers: {
    sources: { open: listOf('https://wallet.example/incoming-payments/1'), fixed: listOf('x', 'y') },
  },
}

const textFor = (target: Target): string =>
  printedAs(
    'text',
    planView({
      plan: planOf(suite, target, selectionOf({}), requirements, 20),
      target,
      seed: 42,
      runs: 20,
      concurrency: 8,
    }),
  )

test('a plan says what a run sends, spends, leaves behind and needs', () =>
  expect(textFor(whole)).toBe(`target     test  https://wallet.example/op
profile    interface
seed       42, 20 generated cases per property
checks     2 of 2 send requests, 1 more only judges responses
requests   at most 99, and more if a check fails, because it is repeated and the generated values of 1 check are shrunk; limits.maxRequests is 1000
time       about 2 s if a response takes 100 ms, at concurrency 8
payments   none
money      none is spent
leaves     at most 66 quotes, 0 payments, on a conforming server
receivers  2 fixed, 1 open
`))

test('the plan of a shard names its checks and its part of the limits', () => {
  const cutting = { target: whole, runs: 20, requirements }
  const text = (index: number): string => {
    const part = cutOut(planOf(suite, whole, selectionOf({}), requirements, 20), { index, count: 2 }, cutting)
    return printedAs('text', planView({ ...part, seed: 42, runs: 20, concurrency: 8 }))
  }
  expect(text(1)).toMatch(/^shard {6}1 of 2: 1 of 2 checks$/m)
  expect(text(1)).toMatch(/\n\nChecks of this shard that send requests\n {2}quotes\/any-amount\n$/)
  expect(text(2)).toMatch(/\n\nChecks of this shard that send requests\n {2}tokens\/expired\n$/)
  expect(text(2)).toContain('payments   none\n')
  const parts = [1, 2].map((index) =>
    Number(/its part of limits\.maxRequests is (\d+)/.exec(text(index))?.[1]),
  )
  expect(parts.every((part) => part > 0)).toBe(true)
  expect(parts.reduce((sum, part) => sum + part)).toBeLessThanOrEqual(1000)
})

test('a plan says what is skipped and left out, and the key that would run it', () => {
  const target: Target = { ...whole, receivers: { sources: {} } }
  expect(textFor(target)).toContain(`receivers  2 fixed, 1 open

Skipped, and what they need
  - receivers.fixed in the target file: an incoming payment with incomingAmount (quotes/any-amount)
  - receivers.open in the target file: an incoming payment without incomingAmount (rules/immutable)

Left out of checks that run, and what it needs
  - receivers.open in the target file: an incoming payment without incomingAmount (tokens/expired (get-quote))
`)
})

test('a skipped check costs nothing', () =>
  expect(textFor({ ...whole, tokens: bare.tokens })).toContain('requests   at most 90, '))

const [anyCheck] = suite.checks
const paying: Suite = {
  ...suite,
  checks: ['a/one', 'a/two'].map(
    (id): Check => ({
      ...(anyCheck as Check),
      id,
      generates: false,
      needs: { open: receiver('open'), own: ownReceiver('completed') },
      subjects: [],
      cost: () => costOf({ requests: 5, quotes: 1, payments: 2 }),
    }),
  ),
  passive: [],
}

const create: ReceiverSource = {
  kind: 'create',
  walletAddress: 'https://wallet.example/carol',
  baseUrl: 'https://wallet.example/op',
  token: tokenOf('receivers.open.create.token', 'secret'),
}

const target = (baseUrl: string, source: ReceiverSource, more: Partial<Target['limits']> = {}): Target => {
  const bare = targetAt(baseUrl)
  return {
    ...bare,
    walletAsset: { assetCode: 'USD', assetScale: 2 },
    receivers: { sources: { open: source, completed: source } },
    limits: { ...bare.limits, maxPayments: 200, maxDebitValue: 1000n, debitBudget: 100_000n, ...more },
  }
}

const planned = (of: Target) => ({
  plan: planOf(paying, of, selectionOf({}), requirements, 20),
  target: of,
  runs: 20,
  concurrency: 8,
})

const costsOf = (of: Planned) =>
  new Map(costFacts(of).map(({ name, values }) => [name, values.map(plain).join()]))

const costs = (of: Target) => costsOf(planned(of))

const list: ReceiverSource = {
  kind: 'list',
  receivers: [{ url: 'https://wallet.example/incoming-payments/1' }],
}

test('the money of the payments is given both in units and as a formatted amount', () =>
  expect(costs(target('https://wallet.example/op', list)).get('money')).toBe(
    'at most 4000 (40.00 USD) on a conforming server; never more than 100000 (1000.00 USD), by limits',
  ))

test('the time assumes 100 ms for each response, divided by the concurrency', () => {
  const slow = (concurrency: number) =>
    costsOf({ ...planned(target('https://wallet.example/op', list)), concurrency }).get('time')
  expect([slow(1), slow(8)]).toEqual([
    'about 6 s if a response takes 100 ms, at concurrency 1',
    'about 1 s if a response takes 100 ms, at concurrency 8',
  ])
})

test.each([
  [
    { debitBudget: 10n },
    'at most 10 (0.10 USD) on a conforming server; never more than 10 (0.10 USD), by limits',
  ],
  [
    { maxPayments: 3 },
    'at most 3000 (30.00 USD) on a conforming server; never more than 3000 (30.00 USD), by limits',
  ],
])('the announced money stays within the limits %o', (limits, money) =>
  expect(costs(target('https://wallet.example/op', list, limits)).get('money')).toBe(money),
)

test('created receivers are counted, with the requests that create them', () => {
  const listed = costs(target('https://wallet.example/op', list))
  const made = costs(target('https://wallet.example/op', create))
  const requests = (lines: Map<string | undefined, string>): number =>
    Number(/\d+/.exec(lines.get('requests') ?? '')?.[0])
  expect(requests(made) - requests(listed)).toBe(1 + 2 * 2)
  expect(made.get('leaves')).toContain('4 payments, 3 incoming payments,')
  expect(listed.get('leaves')).toContain('4 payments,')
})

test.each([
  'http://localhost:8080',
  'http://127.0.0.1/op',
  'http://127.9.9.9',
  'http://[::1]:1',
  'http://op.localhost',
])('a run against %s, on this machine, announces nothing', (baseUrl) =>
  expect(announcement(planned(target(baseUrl, list)))).toBeUndefined(),
)

test.each(['https://wallet.example/op', 'http://10.0.0.1', 'http://127.example'])(
  'a run against %s announces its cost beforehand',
  (baseUrl) => {
    const document = announcement(planned(target(baseUrl, list)))
    const lines = document ? terminalText(document, {}).split('\n') : []
    expect(lines[0]).toContain(`at ${new URL(baseUrl).origin}, is not on this machine`)
    expect(lines.slice(1, -1).map((line) => line.trim().split(' ')[0])).toEqual([
      'requests',
      'time',
      'payments',
      'money',
      'leaves',
    ])
  },
)
