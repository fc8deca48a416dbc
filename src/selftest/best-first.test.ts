import { expect, test } from 'vitest'
import type { CheckPart } from '../catalogue/worth.ts'
import { bestFirst, partKey } from './part-costs.ts'

const noticedBy = (...parts: Array<Omit<CheckPart, 'requests'>>) => new Set(parts.map(partKey))
const check = (id: string) => ({ check: id })

test('each part in the order notices the most faults per request that none before it notices', () => {
  const part = { check: 'dear', subject: 'get-quote' }
  const noticed = [
    noticedBy(check('dear'), check('cheap')),
    noticedBy(check('dear'), check('cheap')),
    noticedBy(check('dear'), part),
    noticedBy(check('dear')),
    noticedBy(check('other')),
  ]
  const whole = [
    { check: 'nothing', requests: 1 },
    { check: 'dear', requests: 10 },
    { check: 'other', requests: 4 },
    { check: 'cheap', requests: 2 },
  ]
  expect(bestFirst(noticed, [...whole, { ...part, requests: 2 }], whole)).toEqual([
    { check: 'cheap', requests: 2 },
    { ...part, requests: 2 },
    { check: 'other', requests: 4 },
    { check: 'dear', requests: 10 },
    ...[...whole].sort((one, other) => one.requests - other.requests),
  ])
})

test('the order is complete even if no part notices a fault', () => {
  expect(bestFirst([new Set()], [], [{ check: 'one', requests: 1 }])).toEqual([{ check: 'one', requests: 1 }])
})

test('the requests that the values of a subject share are counted for the first of them', () => {
  const place = { check: 'one', subject: 'get-quote' }
  const parts = ['a', 'b', 'c'].map((given) => ({ ...place, given, requests: 1 }))
  const other = { check: 'other', subject: 'get-quote', requests: 2 }
  const noticed = [...parts, other].map((part) => new Set([partKey(part)]))
  const costs = { shared: new Map([[partKey(place), 2]]), payments: () => 0 }
  expect(
    bestFirst(noticed, [...parts, other], [], costs).map(({ check, requests }) => [check, requests]),
  ).toEqual([
    ['other', 2],
    ['one', 3],
    ['one', 1],
    ['one', 1],
  ])
})
