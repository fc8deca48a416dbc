import { expect, test } from 'vitest'
import { loadProfile } from '../catalogue/profiles.ts'
import type { PassiveCheck } from '../check/kinds/passive.ts'
import type { ExchangeEvent, RunEvent } from '../core/events.ts'
import { judge } from './judged-again.ts'

/** A check that fails from the second exchange on, unless the record may lack requests. */
const once: PassiveCheck = {
  id: 'rules/once',
  title: 'Only one exchange is seen',
  detects: 'a-fault',
  claims: () => ['it.is.once'],
  operations: ['get-quote'],
  needs: {},
  start: ({ missingUpTo }) => {
    let count = 0
    return ({ exchange }) => {
      count++
      const isKnown = missingUpTo() < exchange.sent
      return isKnown ? [{ requirement: 'it.is.once', held: count === 1, want: '1', got: String(count) }] : []
    }
  },
}

const exchange = (number: number): RunEvent =>
  ({
    type: 'exchange',
    number,
    sent: 2 * number,
    received: 2 * number + 1,
    check: 'a/b',
    operation: 'get-quote',
    request: { headers: {} },
    response: { status: 200, headers: {}, body: '{}' },
  }) as ExchangeEvent

const verdictOf = (...events: RunEvent[]) => {
  const target = { name: 'a', baseUrl: 'https://a.example', walletAddress: 'https://a.example/alice' }
  const { id, title } = once
  const planned = { id, title, topic: 'rules', claims: [], operations: [], missing: [], requests: 0 }
  const record = [
    { type: 'run', target },
    { type: 'plan', checks: [{ ...planned, passive: 'expected' }] },
    ...events,
    { type: 'end', outcome: 'complete', at: '' },
  ] as RunEvent[]
  const requirements = new Map([['it.is.once', { id: 'it.is.once', level: 'MUST' }]])
  const [verdict] = judge(record, {
    requirements: requirements as never,
    profile: loadProfile('interface'),
    passive: [once],
  })
  return verdict
}

const shard = (index: number): RunEvent => ({ type: 'shard', index, at: '' })

test('a rule does not compare exchanges of different shards, which run side by side', () => {
  expect(verdictOf(exchange(1), exchange(2))?.verdict.status).toBe('failed')
  expect(verdictOf(shard(1), exchange(1), shard(2), exchange(2))?.verdict).toEqual({ status: 'passed' })
})

test('in shards after the first, a rule knows that requests of the first one are missing', () => {
  const seen = verdictOf(shard(1), exchange(1), shard(2), exchange(2), exchange(3))
  expect(seen?.claims).toEqual({ 'it.is.once': { held: 1, broken: 0, noted: 0 } })
})
