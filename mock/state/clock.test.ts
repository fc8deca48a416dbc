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

test('a clock that nobody touches tells the time beneath it', () => {
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

test('a frozen clock stands until it is advanced, and stands again', () => {
  const { beneath, clock } = clockAt()
  clock.freeze(true)
  beneath.now += 5000
  expect(clock.now()).toBe(noon)
  clock.advance(10)
  beneath.now += 5000
  expect(clock.now()).toBe(noon + 10)
})

test('a clock that is set while it stands stands there', () => {
  const { beneath, clock } = clockAt({ frozen: true })
  clock.set(noon + 1000)
  beneath.now += 7
  expect(clock.now()).toBe(noon + 1000)
})

test('a clock let go runs on from where it stood', () => {
  const { beneath, clock } = clockAt({ frozen: true })
  beneath.now += 5000
  clock.freeze(false)
  expect(clock.now()).toBe(noon)
  beneath.now += 1
  expect(clock.now()).toBe(noon + 1)
})

test('a clock begins where it is told to, before or after the time beneath', () => {
  const { beneath, clock } = clockAt({ at: noon - 1_000_000 })
  beneath.now += 3
  expect(clock.now()).toBe(noon - 999_997)
  expect(clockAt({ at: noon + 1, frozen: true }).clock.now()).toBe(noon + 1)
})

test('time is not set back', () => {
  const { clock } = clockAt()
  expect(() => clock.set(noon - 1)).toThrow(
    new CannotDo('The clock cannot go back. Reset the mock to start again'),
  )
  expect(() => clock.advance(-1)).toThrow(CannotDo)
  expect(clock.now()).toBe(noon)
})

test('the clock does not leave the years of four digits', () => {
  const { clock } = clockAt()
  expect(() => clock.set(Date.UTC(9999, 5))).toThrow('The clock cannot go beyond the year 9998')
  expect(() => clockAt({ at: Date.UTC(9999, 5) })).toThrow(CannotDo)
})

test('where the time beneath is set back, the clock waits for it', () => {
  const { beneath, clock } = clockAt()
  clock.now()
  beneath.now -= 60_000
  expect(clock.now()).toBe(noon)
  beneath.now += 60_001
  expect(clock.now()).toBe(noon + 1)
})

test('a frozen clock begins where it is told to though time passes between two looks at the clock beneath', () => {
  let ticks = noon
  const clock = createClock(() => ticks++, { at: noon, frozen: true })
  expect(clock.now()).toBe(noon)
  clock.reset()
  expect(clock.now()).toBe(noon)
})

test('a reset clock is as it was in the beginning', () => {
  const { clock } = clockAt({ at: noon - 5, frozen: true })
  clock.advance(100)
  clock.freeze(false)
  clock.reset()
  expect(clock.now()).toBe(noon - 5)
})

test('a clock that began frozen stands where it began after a reset, another tells the time again', () => {
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

test('whatever is done to it short of a reset, a clock never goes back', () => {
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
