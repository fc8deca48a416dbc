import { clockDifference } from '../../core/clock-difference.ts'
import { dateOf } from '../../http/answers/server-date.ts'
import { type DoctorFinding, type Unweighed, warns } from './finding.ts'
import type { TriedAnswer } from './trials.ts'

/** The milliseconds by which the server's clock is ahead of the local one, and the margin of error. */
export interface ClockReading {
  ahead: number
  within: number
  /** The record of the run that moved the server's clock to where it is, if that is known. */
  movedIn?: string | undefined
}

/**
 * Reads the Date header, assumed to be set in the middle of the exchange. Returns undefined if there is no readable
 * one.
 */
export function readClock({ response, sent, received }: TriedAnswer): ClockReading | undefined {
  const date = dateOf({ response })
  if (Number.isNaN(date)) return undefined
  // The header holds whole seconds and cuts off the rest, so half a second is added.
  return {
    ahead: Math.round(date + 500 - (sent + received) / 2),
    within: Math.ceil(500 + (received - sent) / 2),
  }
}

/** Milliseconds. A smaller difference misleads nobody. */
const tolerable = 2000

/** Finds the run that moved the server's clock on by that many milliseconds. Returns the path of its record. */
export type WhoMoved = (ahead: number) => string | undefined

/** Names a run that moved the clock, if the clock is off. */
export function withMover(reading: ClockReading, whoMoved: WhoMoved | undefined): ClockReading {
  return isOff(reading) ? { ...reading, movedIn: whoMoved?.(reading.ahead) } : reading
}

export function isOff({ ahead, within }: ClockReading): boolean {
  return Math.abs(ahead) > within + tolerable
}

/** Returns a warning. `accepted`: the server accepts signatures of this machine's clock all the same. */
export function clockIsOff(reading: ClockReading, accepted: boolean): DoctorFinding {
  return warns({
    area: 'clock',
    fact: `The server's clock is ${clockDifference(reading.ahead)} by its Date header${accepted ? '; it still accepts our signatures' : ''}`,
    next: setIt(reading, 'expiry times are judged by the clock of this machine'),
  })
}

/** The finding for a server that accepts a signature only if `created` is the server's own time. */
export function clockIsRefused(reading: ClockReading): Unweighed {
  return {
    area: 'clock',
    fact: `The server refuses signatures created by the clock of this machine, but accepts a signature created by its own clock, which is ${clockDifference(reading.ahead)}`,
    next: setIt(reading, 'signatures always use the time of this machine'),
  }
}

const setIt = ({ movedIn }: ClockReading, why: string): string =>
  movedIn === undefined
    ? `set the clock of this machine or of the server; ${why}`
    : `your last run moved it (${movedIn}): restart the server, or set its clock back; ${why}`
