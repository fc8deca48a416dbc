import { expect, test } from 'vitest'
import { untilOver } from './until-over.ts'

/** A clock that advances as soon as a caller waits for it. */
const quickClock = () => {
  let now = 0
  const wait = async (milliseconds: number): Promise<void> => {
    await Promise.resolve()
    now += milliseconds
  }
  return { wait, monotonic: () => now }
}

const never = new AbortController().signal

test('the wait ends when the user interrupts it', async () => {
  const clock = quickClock()
  await untilOver({ lastAt: () => undefined }, { ...clock, signal: AbortSignal.abort() })
  expect(clock.monotonic()).toBe(0)
})

test('the wait ends after the given time', async () => {
  const clock = quickClock()
  await untilOver({ within: 5000, lastAt: () => 0 }, { ...clock, signal: never })
  expect(clock.monotonic()).toBe(5000)
})

test('the idle time counts from the last request, not from the first', async () => {
  const clock = quickClock()
  const lastAt = (): number => Math.min(clock.monotonic(), 700)
  await untilOver({ idle: 1000, lastAt }, { ...clock, signal: never })
  expect(clock.monotonic()).toBe(1700)
})

test('the idle time does not start before the first request', async () => {
  const clock = quickClock()
  const lastAt = (): number | undefined => (clock.monotonic() < 5000 ? undefined : 5000)
  await untilOver({ idle: 1000, lastAt }, { ...clock, signal: never })
  expect(clock.monotonic()).toBe(6000)
})

test('the idle time starts after a wait that the mock itself asked for', async () => {
  const clock = quickClock()
  await untilOver({ idle: 1000, lastAt: () => 5000 }, { ...clock, signal: never })
  expect(clock.monotonic()).toBe(6000)
})
