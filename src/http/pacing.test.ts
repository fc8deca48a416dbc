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
  const pace = createPacing(4, rest)
  await Promise.all([pace(), pace(), pace()])
  clock.time = 5000
  await pace()
  expect(waits).toEqual([250, 500])
})

test('0 a second means without a limit', async () => {
  const { waits, ...rest } = clockwork()
  const pace = createPacing(0, rest)
  await Promise.all([pace(), pace()])
  expect(waits).toEqual([])
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
