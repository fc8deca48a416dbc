import { expect, test } from 'vitest'
import { targetAt, tokenOf } from '../../http/testing/target.ts'
import { planOf } from '../../run/plan/plan.ts'
import { selectionOf } from '../../run/plan/select.ts'
import { cutOut } from '../../run/plan/shards.ts'
import type { Target } from '../../target-file/target.ts'
import { requirements } from '../testing/record.ts'
import { suite } from '../testing/suite.ts'
import { planText } from './plan-text.ts'

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
  planText({
    plan: planOf(suite, target, selectionOf({}), requirements, 20),
    target,
    seed: 42,
    runs: 20,
    concurrency: 8,
  })

test('a plan says what a run sends, spends, leaves behind and needs', () =>
  expect(textFor(whole)).toBe(`target     test  https://wallet.example/op
profile    interface
seed       42, 20 generated cases per property
checks     2 of 2 send requests, 1 more only judges responses
requests   at most 96, and more if a check fails, because it is repeated and the generated values of 1 check are shrunk; limits.maxRequests is 1000
time       about 2 s if a response takes 100 ms, at concurrency 8
payments   none
money      none is spent
leaves     at most 63 quotes, 0 payments, on a conforming server
receivers  2 fixed, 1 open
`))

test('the plan of a shard names its checks and its part of the limits', () => {
  const cutting = { target: whole, runs: 20, requirements }
  const text = (index: number): string => {
    const part = cutOut(planOf(suite, whole, selectionOf({}), requirements, 20), { index, count: 2 }, cutting)
    return planText({ ...part, seed: 42, runs: 20, concurrency: 8 })
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
  expect(textFor({ ...whole, tokens: bare.tokens })).toContain('requests   at most 87, '))
