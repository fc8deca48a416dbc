import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alternate, ratiosOf, spreadOf } from './alternate.ts'
import { comparisons } from './comparisons.ts'
import { isWorse, rowOf } from './table.ts'

test('after one uncounted round each, the two sides alternate in going first', async () => {
  const order: string[] = []
  let rounds = 0
  const round = (name: string) => async () => {
    order.push(name)
    return ++rounds
  }
  const pairs = await alternate(round('ours'), round('peer'), 3)
  expect(order).toEqual(['ours', 'peer', 'ours', 'peer', 'peer', 'ours', 'ours', 'peer'])
  expect(pairs).toEqual([
    { ours: 3, peer: 4 },
    { peer: 5, ours: 6 },
    { ours: 7, peer: 8 },
  ])
})

test.each([
  [[3, 1, 2], { median: 2, least: 1, most: 3 }],
  [[4, 1, 2, 3], { median: 2.5, least: 1, most: 4 }],
])('the spread of %j has the middle value as its median', (values, spread) => {
  expect(spreadOf(values)).toEqual(spread)
})

test('the ratio is the median of the ratios of the pairs, not the ratio of the medians', () => {
  const pairs = [
    { ours: 50, peer: 100 },
    { ours: 900, peer: 1000 },
    { ours: 2000, peer: 2000 },
  ]
  const recorded = { median: 0.92, better: 'higher' } as const
  const comparison = { title: 'mock / bare', aim: { atLeast: 0.85 }, recorded }
  expect(rowOf(comparison, ratiosOf(pairs))).toBe(
    '| mock / bare | 0.90 | 0.50 | 1.00 | 3 | 0.92 | at least 0.85 |\n',
  )
})

test.each([
  ['higher', 0.61, false],
  ['higher', 0.59, true],
  ['lower', 1.34, false],
  ['lower', 1.36, true],
] as const)(
  'where %s is better than a recorded 0.9, a median of %d is worse: %s',
  (better, median, worse) => {
    const recorded = { median: 0.9, better }
    expect(isWorse({ recorded }, [median * 0.5, median, median * 2])).toBe(worse)
  },
)

test('bench/README.md shows the recorded medians', () => {
  const text = readFileSync('bench/README.md', 'utf8')
  const shown = [...text.matchAll(/^\| `(\w+)`[^|]*\| (\d+\.\d\d) \|/gm)].map(([, id, median]) => ({
    id,
    median,
  }))
  expect(shown).toEqual(comparisons.map(({ id, recorded }) => ({ id, median: recorded.median.toFixed(2) })))
})
