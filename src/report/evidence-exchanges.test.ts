import { expect, test } from 'vitest'
import { createEvidenceExchanges } from './evidence-exchanges.ts'
import { brokenClaim, evidence, exchange, failed, passed, verdict } from './testing/record.ts'

test('a control that did not hold is no evidence', () => {
  const exchanges = createEvidenceExchanges()
  exchanges.exchange(exchange(1, 'a/one'))
  exchanges.observation(brokenClaim('a/one', { exchange: 1, control: 0 }))
  exchanges.verdict(failed('a/one', evidence({ exchange: 2 })))
  expect(exchanges.kept.size).toBe(0)
})

test('the control that hindered a check is kept', () => {
  const exchanges = createEvidenceExchanges()
  exchanges.exchange(exchange(1, 'a/one'))
  exchanges.observation(brokenClaim('a/one', { exchange: 1, control: 0 }))
  exchanges.verdict(verdict('a/one', { status: 'inconclusive', reason: 'a control', exchange: 1 }))
  expect([...exchanges.kept.keys()]).toEqual([1])
})

test('what a check that passed had seen is forgotten', () => {
  const exchanges = createEvidenceExchanges()
  exchanges.exchange(exchange(1, 'a/one'))
  exchanges.observation(brokenClaim('a/one', { exchange: 1, behind: 0 }))
  exchanges.verdict(passed('a/one'))
  expect(exchanges.kept.size).toBe(0)
})

test('of several batches each is remembered, until it shows whose controls held', () => {
  const exchanges = createEvidenceExchanges()
  for (const number of [1, 2]) {
    exchanges.exchange(exchange(number, 'a/one'))
    exchanges.observation(brokenClaim('a/one', { exchange: number, behind: number }))
  }
  exchanges.verdict(failed('a/one', evidence({ exchange: 1 })))
  expect([...exchanges.kept.keys()]).toEqual([1])
})

test('an observation that comes some requests later still finds its exchange', () => {
  const exchanges = createEvidenceExchanges()
  for (let number = 1; number <= 60; number++) exchanges.exchange(exchange(number, 'a/one'))
  exchanges.observation(brokenClaim('a/one', { exchange: 2 }))
  exchanges.verdict(failed('a/one', evidence({ exchange: 2 })))
  expect([...exchanges.kept.keys()]).toEqual([2])
})
