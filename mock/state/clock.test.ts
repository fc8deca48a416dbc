import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CannotDo } from '../core/errors.ts'
import { createClock } from './clock.ts'

const noon = Date.UTC(2026, 0, 1, 12)

/** Makes a clock, and the base time that it runs on. */
const clockAt = (options: Parameters<typeof createClock>[1] = {}) => {
  const beneath = { now: noon }
  return { beneath, clock: createClock(() => beneath.now, options) }
}

test('a clock that nobody changes shows the base time', () => {
  const { beneath, clock } = clockAt()
  expect(clock.now()).toBe(noon)
  beneath.now += 5000
  expect(clock.now()).toBe(noon + 5000)
})

test('a clock that was advanced runs on from there', () => {
  const { beneath, clock } = clockAt()
  clock.advance(65_000)
  expect(clock.now()).toBe(noon + 65_000)
  beneath.now += 1
  expect(clock.now()).toBe(noon + 65_001)
})

test('a clock can be advanced by nothing, however quickly the base time goes on meanwhile', () => {
  const beneath = { now: noon }
  const clock = createClock(() => beneath.now++)
  expect(() => clock.advance(0)).not.toThrow()
  expect(() => clock.advance(1)).not.toThrow()
  expect(() => clock.advance(-1)).toThrow(CannotDo)
})

test('a frozen clock stands until it is advanced, and stands again', () => {
  const { beneath, clock } = clockAt()
  clock.freeze(true)
  beneath.now += 5000
  expect(clock.now()).toBe(noon)
  clock.advance(10)
  beneath.now += 5000
  expect(clock.now()).toBe(noon + 10)
})

test('a frozen clock that is set stays at that time', () => {
  const { beneath, clock } = clockAt({ frozen: true })
  clock.set(noon + 1000)
  beneath.now += 7
  expect(clock.now()).toBe(noon + 1000)
})

test('a released clock continues from the time at which it was frozen', () => {
  const { beneath, clock } = clockAt({ frozen: true })
  beneath.now += 5000
  clock.freeze(false)
  expect(clock.now()).toBe(noon)
  beneath.now += 1
  expect(clock.now()).toBe(noon + 1)
})

test('a clock starts at the given time, before or after the base time', () => {
  const { beneath, clock } = clockAt({ at: noon - 1_000_000 })
  beneath.now += 3
  expect(clock.now()).toBe(noon - 999_997)
  expect(clockAt({ at: noon + 1, frozen: true }).clock.now()).toBe(noon + 1)
})

test('a clock cannot be set back', () => {
  const { clock } = clockAt()
  expect(() => clock.set(noon - 1)).toThrow(
    new CannotDo('The clock cannot go back. Reset the mock to start again', 'ERR_MOCK_CLOCK'),
  )
  expect(() => clock.advance(-1)).toThrow(CannotDo)
  expect(clock.now()).toBe(noon)
})

test('the clock does not leave the years of four digits', () => {
  const { clock } = clockAt()
  expect(() => clock.set(Date.UTC(9999, 5))).toThrow('The clock cannot go beyond the year 9998')
  expect(() => clockAt({ at: Date.UTC(9999, 5) })).toThrow(CannotDo)
})

test('a clock waits while the base time is behind it', () => {
  const { beneath, clock } = clockAt()
  clock.now()
  beneath.now -= 60_000
  expect(clock.now()).toBe(noon)
  beneath.now += 60_001
  expect(clock.now()).toBe(noon + 1)
})

test('a frozen clock starts exactly at the given time, even if the base time moves between two reads', () => {
  let ticks = noon
  const clock = createClock(() => ticks++, { at: noon, frozen: true })
  expect(clock.now()).toBe(noon)
  clock.reset()
  expect(clock.now()).toBe(noon)
})

test('a reset sets a clock back to its start time', () => {
  const { clock } = clockAt({ at: noon - 5, frozen: true })
  clock.advance(100)
  clock.freeze(false)
  clock.reset()
  expect(clock.now()).toBe(noon - 5)
})

test('a reset freezes a clock that started frozen, and lets any other follow the base time', () => {
  const [frozen, running] = [clockAt({ frozen: true }), clockAt()]
  for (const { beneath, clock } of [frozen, running]) {
    beneath.now += 9
    clock.advance(100)
    clock.reset()
  }
  expect([frozen.clock.now(), running.clock.now()]).toEqual([noon, noon + 9])
})

const move = fc.oneof(
  fc.record({ advance: fc.nat(100_000) }),
  fc.record({ freeze: fc.boolean() }),
  fc.record({ set: fc.integer({ min: -100_000, max: 100_000 }) }),
  fc.record({ beneath: fc.integer({ min: -100_000, max: 100_000 }) }),
)

test('a clock never goes back, whatever is done to it short of a reset', () => {
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const { beneath, clock } = clockAt()
      let before = clock.now()
      for (const moved of moves) {
        if ('advance' in moved) clock.advance(moved.advance)
        else if ('freeze' in moved) clock.freeze(moved.freeze)
        else if ('beneath' in moved) beneath.now += moved.beneath
        else if (before + moved.set >= clock.now()) clock.set(before + moved.set)
        expect(clock.now()).toBeGreaterThanOrEqual(before)
        before = clock.now()
      }
    }),
  )
})
