import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaits } from './waits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the longest wait is shown once a second, until it is over', () => {
  const shown: string[] = []
  const waiting = createWaits(({ what, left }) => shown.push(`${left} ${what}`), { monotonic: Date.now })
  const ended = waiting({ what: 'a quote to expire', left: 212_000 })
  waiting({ what: 'a change on the server', left: 2000 })
  vi.advanceTimersByTime(2000)
  ended()
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['211000 a quote to expire', '210000 a quote to expire', '0 a change on the server'])
})

test('the timer stops once no wait is left', () => {
  const waiting = createWaits(() => undefined, { monotonic: Date.now })
  waiting({ what: 'a quote to expire', left: 5000 })()
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
})
