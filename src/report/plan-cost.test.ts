import { expect, test } from 'vitest'
import { costOf } from '../check/cost.ts'
import type { Check } from '../check/kinds/check.ts'
import { ownReceiver, receiver } from '../check/needs/need.ts'
import type { Suite } from '../check/suite.ts'
import { targetAt, tokenOf } from '../http/testing/target.ts'
import { planOf } from '../run/plan/plan.ts'
import { selectionOf } from '../run/plan/select.ts'
import type { ReceiverSource, Target } from '../target-file/target.ts'
import { announcement, costLines } from './plan-cost.ts'
import { requirements } from './testing/record.ts'
import { suite } from './testing/suite.ts'

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

const costs = (of: Target) => new Map(costLines(planned(of)))

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
    new Map(costLines({ ...planned(target('https://wallet.example/op', list)), concurrency })).get('time')
  expect([slow(1), slow(8)]).toEqual([
    'about 5 s if a response takes 100 ms, at concurrency 1',
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
  const requests = (lines: Map<string, string>): number =>
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
  expect(announcement(planned(target(baseUrl, list)))).toBe(''),
)

test.each(['https://wallet.example/op', 'http://10.0.0.1', 'http://127.example'])(
  'a run against %s announces its cost beforehand',
  (baseUrl) => {
    const lines = announcement(planned(target(baseUrl, list))).split('\n')
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
