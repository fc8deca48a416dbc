import { expect, test } from 'vitest'
import { retryAfter } from './answers/retry-after.ts'
import { BudgetSpent, createBudget } from './budget.ts'
import { createPacing } from './pacing.ts'

const clockwork = (start = 0) => {
  const waits: number[] = []
  const clock = { time: start }
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
  }
  return { waits, clock, monotonic: () => clock.time, wait }
}

test('four requests a second start a quarter of a second apart, the first at once', async () => {
  const { waits, clock, ...rest } = clockwork(1000)
  const { turn } = createPacing(4, rest)
  await Promise.all([turn(), turn(), turn()])
  clock.time = 5000
  await turn()
  expect(waits).toEqual([250, 500])
})

test('a rate of 0 per second means no limit', async () => {
  const { waits, ...rest } = clockwork()
  const { turn } = createPacing(0, rest)
  await Promise.all([turn(), turn()])
  expect(waits).toEqual([])
})

test.each([
  ['many responses say that there are too many requests', 'xxx', true, 12.5],
  ['all of them do', 'xxxxxxxxxx', true, 12.5],
  ['few of them do', 'xx', true, undefined],
  ['no retry shows that it is a matter of time', 'xxx', false, undefined],
])(
  'if %s, a run sends as many a second as got a response, less a fifth',
  async (_, overloads, isProof, interval) => {
    const { waits, clock, ...rest } = clockwork()
    const { turn, saw } = createPacing(0, rest)
    for (let each = 0; each < 200; each++) {
      clock.time += 10
      saw({ isOverload: false, isProof: false })
    }
    for (const _ of overloads) saw({ isOverload: true, isProof: false })
    saw({ isOverload: false, isProof })
    await Promise.all([turn(), turn()])
    expect(waits).toEqual(interval === undefined ? [] : [expect.closeTo(interval, 0)])
  },
)

test('responses to requests that were under way at a change slow the run no further', async () => {
  const { waits, clock, ...rest } = clockwork()
  const { turn, saw } = createPacing(0, rest)
  for (let each = 0; each < 100; each++) {
    clock.time += 10
    saw({ isOverload: false, isProof: false })
  }
  for (let each = 0; each < 20; each++) saw({ isOverload: true, isProof: true })
  clock.time += 900
  for (let each = 0; each < 20; each++) saw({ isOverload: true, isProof: true })
  await Promise.all([turn(), turn()])
  expect(waits).toEqual([expect.closeTo(12.5, 0)])
})

test('a run never sends fewer than five requests a second of its own accord', async () => {
  const { waits, clock: _, ...rest } = clockwork()
  const { turn, saw } = createPacing(0, rest)
  for (let each = 0; each < 3; each++) saw({ isOverload: true, isProof: true })
  await Promise.all([turn(), turn()])
  expect(waits).toEqual([200])
})

test('a run doubles its rate after five seconds without an overload, until it has slowed down three times', async () => {
  const { waits, clock, ...rest } = clockwork()
  const { turn, saw } = createPacing(0, rest)
  const intervals: number[] = []
  const look = async (): Promise<void> => {
    waits.length = 0
    clock.time += 1000
    await Promise.all([turn(), turn()])
    intervals.push(Math.round(waits.at(-1) ?? 0))
  }
  for (let times = 0; times < 4; times++) {
    clock.time += 2000
    for (let each = 0; each < 3; each++) saw({ isOverload: true, isProof: true })
    await look()
    clock.time += 5000
    saw({ isOverload: false, isProof: false })
    await look()
  }
  expect(intervals).toEqual([200, 100, 200, 100, 200, 200, 200, 200])
})

test('a run never sends more than the target file allows', async () => {
  const { waits, clock, ...rest } = clockwork()
  const { turn, saw } = createPacing(8, rest)
  for (let each = 0; each < 3; each++) saw({ isOverload: true, isProof: true })
  for (let each = 0; each < 3; each++) {
    clock.time += 6000
    saw({ isOverload: false, isProof: false })
  }
  await Promise.all([turn(), turn()])
  expect(waits).toEqual([125])
})

test('a budget permits exactly as many requests as its limit', () => {
  const budget = createBudget(2)
  budget.take()
  budget.take()
  expect(() => budget.take()).toThrow(BudgetSpent)
  budget.giveBack()
  budget.take()
  expect(() => budget.take()).toThrow(
    'limits.maxRequests (2) is used up; raise it in the target file to judge the remaining checks',
  )
})

const now = new Date('2026-01-01T00:00:00Z')

test.each([
  [{}, 1000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 7 ' }, 7000],
  [{ 'retry-after': 'soon' }, 1000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:05 GMT' }, 0],
  [{ 'retry-after': 'Fri, 01 Jan 2027 00:00:09 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' }, 9000],
])('Retry-After %j asks to wait %i ms', (headers, milliseconds) => {
  expect(retryAfter({ status: 429, headers: { ...headers }, text: '', json: undefined }, now)).toBe(
    milliseconds,
  )
})
