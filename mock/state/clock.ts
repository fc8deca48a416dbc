import { CannotDo } from '../core/errors.ts'

/** The time of a mock. It follows the base clock until it is set, advanced or frozen. */
export interface MockClock {
  /** The time in milliseconds, which never goes back. */
  now: () => number
  /** Moves the clock forward by that many milliseconds, frozen or not. */
  advance: (milliseconds: number) => void
  /** Moves the clock forward to that instant. Throws CannotDo if the instant has passed. */
  set: (instant: number) => void
  /** Freezes the clock, or lets it run on from where it stopped. */
  freeze: (stands: boolean) => void
  /** Returns true if the clock is frozen. */
  stands: () => boolean
  /** Restores the clock to its initial state. */
  reset: () => void
}

export interface ClockOptions {
  /** The instant at which the clock begins. By default, that is the time of the base clock. */
  at?: number
  frozen?: boolean
}

/**
 * The last instant that the clock accepts. A token that lives for thirty days then still expires in a year of four
 * digits.
 */
const latest = Date.UTC(9999, 0, 1)

const tooLate = (): CannotDo => new CannotDo('The clock cannot go beyond the year 9998', 'ERR_MOCK_CLOCK')

/**
 * Returns the instant if the clock may move to it. The caller read `from` before it calculated the instant; time that
 * passes meanwhile refuses nothing.
 */
const after = (from: number, instant: number): number => {
  if (instant < from) {
    throw new CannotDo('The clock cannot go back. Reset the mock to start again', 'ERR_MOCK_CLOCK')
  }
  if (instant > latest) throw tooLate()
  return instant
}

export function createClock(base: () => number, { at, frozen = false }: ClockOptions = {}): MockClock {
  if (at !== undefined && at > latest) throw tooLate()
  const beginning = at ?? (frozen ? base() : undefined)
  let said = Number.NEGATIVE_INFINITY
  let ahead = 0
  let stoodAt: number | undefined

  const now = (): number => {
    said = Math.max(said, stoodAt ?? base() + ahead)
    return said
  }
  const moveTo = (instant: number): void => {
    if (stoodAt === undefined) ahead = instant - base()
    else stoodAt = instant
  }
  const freeze = (stands: boolean): void => {
    const instant = now()
    stoodAt = stands ? instant : undefined
    moveTo(instant)
  }
  const reset = (): void => {
    said = Number.NEGATIVE_INFINITY
    const instant = beginning ?? base()
    stoodAt = frozen ? instant : undefined
    moveTo(instant)
  }
  reset()
  const set = (instant: number): void => moveTo(after(now(), instant))
  const advance = (milliseconds: number): void => {
    const from = now()
    moveTo(after(from, from + milliseconds))
  }
  return { now, advance, set, freeze, stands: () => stoodAt !== undefined, reset }
}

/** Returns what clients are told about a clock: the instant, and whether it is frozen. */
export function timeOf(clock: Pick<MockClock, 'now' | 'stands'>): { now: string; frozen: boolean } {
  return {
    now: new Date(clock.now()).toISOString(),
    frozen: clock.stands(),
  }
}
