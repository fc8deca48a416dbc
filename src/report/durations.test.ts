import { expect, test } from 'vitest'
import { createDurations, durationInWords } from './durations.ts'
import { end, exchange, run } from './testing/record.ts'

const durationsOf = (...events: Parameters<ReturnType<typeof createDurations>['add']>[0][]) => {
  const durations = createDurations()
  for (const event of [run({ at: '2026-01-01T00:00:00Z' }), ...events]) durations.add(event)
  return durations
}

test('a run lasts from its beginning to its end', () =>
  expect(durationsOf(end({ at: '2026-01-01T00:01:00.500Z' })).ofRun()).toBe(60_500))

test('a run without an end lasts until the last response', () =>
  expect(
    durationsOf(
      exchange(1, 'a/1', { at: '2026-01-01T00:00:02Z', milliseconds: 3000 }),
      exchange(2, 'a/1', { at: '2026-01-01T00:00:04Z', milliseconds: 1 }),
    ).ofRun(),
  ).toBe(5000))

test('the time between an interruption and its resumption does not count', () =>
  expect(
    durationsOf(
      exchange(1, 'a/1', { at: '2026-01-01T00:00:02Z', milliseconds: 0 }),
      { type: 'resumed', at: '2026-01-02T00:00:00Z' },
      end({ at: '2026-01-02T00:00:05Z' }),
    ).ofRun(),
  ).toBe(7000))

test('a check lasts as long as the server takes to respond to its requests', () => {
  const durations = durationsOf(
    exchange(1, 'a/1', { milliseconds: 0.1 }),
    exchange(2, 'a/1', { milliseconds: 0.2 }),
    exchange(3, 'a/2', { milliseconds: 5 }),
  )
  expect(['a/1', 'a/2', 'a/3'].map(durations.ofCheck)).toEqual([0.3, 5, 0])
})

test('a check spans its requests but not those of its repetition, in run time without interruptions', () => {
  const durations = durationsOf(
    exchange(1, 'a/1', { at: '2026-01-01T00:00:02Z', milliseconds: 500 }),
    exchange(2, 'a/2', { at: '2026-01-01T00:00:03Z', milliseconds: 10 }),
    { type: 'check', check: 'a/2', state: 'ended' },
    exchange(4, 'a/2', { at: '2026-01-01T00:00:05Z', milliseconds: 10 }),
    { type: 'resumed', at: '2026-01-02T00:00:00Z' },
    exchange(3, 'a/1', { at: '2026-01-02T00:00:01Z', milliseconds: 250 }),
  )
  expect(durations.spanOf('a/1')).toEqual({ from: 2000, to: 6260 })
  expect(durations.spanOf('a/2')).toEqual({ from: 3000, to: 3010 })
  expect(durations.spanOf('a/3')).toBeUndefined()
})

test.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [1240, '1.2 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [3_720_000, '1 h 2 min'],
])('%d milliseconds are %s', (milliseconds, words) => expect(durationInWords(milliseconds)).toBe(words))
