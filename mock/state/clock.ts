import { CannotDo } from '../core/errors.ts'

/** The time of a mock: that of the clock beneath it until it is set, moved on, or made to stand. */
export interface MockClock {
  /** Never less than it has said before. */
  now: () => number
  /** Moves on by so many milliseconds, standing or not. */
  advance: (milliseconds: number) => void
  /** Moves on to that instant. Throws CannotDo for one that has passed. */
  set: (instant: number) => void
  /** Makes it stand, or go on from where it stands. */
  freeze: (stands: boolean) => void
  /** Whether it stands. */
  stands: () => boolean
  /** As it was in the beginning. */
  reset: () => void
}

export interface ClockOptions {
  /** Where it begins, if not at the time of the clock beneath. */
  at?: number
  frozen?: boolean
}

/** What lives for thirty days still ends in a year of four digits. */
const latest = Date.UTC(9999, 0, 1)

const tooLate = (): CannotDo => new CannotDo('The clock cannot go beyond the year 9998')

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
  const set = (instant: number): void => {
    if (instant < now()) throw new CannotDo('The clock cannot go back. Reset the mock to start again')
    if (instant > latest) throw tooLate()
    moveTo(instant)
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
  const advance = (milliseconds: number): void => set(now() + milliseconds)
  return { now, advance, set, freeze, stands: () => stoodAt !== undefined, reset }
}

/** A clock as it is told of: the instant, and whether it stands there. */
export function timeOf(clock: Pick<MockClock, 'now' | 'stands'>): { now: string; frozen: boolean } {
  return {
    now: new Date(clock.now()).toISOString(),
    frozen: clock.stands(),
  }
}
