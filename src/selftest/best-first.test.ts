import { expect, test } from 'vitest'
import { bestFirst } from './best-first.ts'

const killedBy = (...checks: string[]) => ({ killedBy: checks, killedElsewhereBy: [] })

test('each check in the order notices the most faults per request that none before it notices', () => {
  const rows = [
    killedBy('dear', 'cheap'),
    killedBy('dear', 'cheap'),
    killedBy('dear'),
    killedBy('dear'),
    killedBy('other'),
  ]
  const requests = new Map([
    ['nothing', 1],
    ['dear', 10],
    ['other', 4],
    ['cheap', 2],
  ])
  expect(bestFirst(rows, requests)).toEqual([
    { check: 'cheap', requests: 2 },
    { check: 'other', requests: 4 },
    { check: 'dear', requests: 10 },
    { check: 'nothing', requests: 1 },
  ])
})

test('a fault that a check notices which sends nothing decides nothing', () => {
  const requests = new Map([
    ['one', 1],
    ['two', 1],
  ])
  expect(bestFirst([killedBy('rules/listening', 'two')], requests).map(({ check }) => check)).toEqual([
    'one',
    'two',
  ])
})
