import { clockDifference } from '../../core/clock-difference.ts'
import type { DoctorFinding } from './finding.ts'
import type { TriedAnswer } from './trials.ts'

/** How far the server's clock is ahead of ours, in milliseconds, and how far off that may be. */
export interface ClockReading {
  ahead: number
  within: number
}

/** By the Date header, taken to be made in the middle of the exchange; absent where the server sends none. */
export function readClock({ response, sent, received }: TriedAnswer): ClockReading | undefined {
  const date = Date.parse(response?.headers['date'] ?? '')
  if (Number.isNaN(date)) return undefined
  // The header holds whole seconds, the rest is cut off.
  return {
    ahead: Math.round(date + 500 - (sent + received) / 2),
    within: Math.ceil(500 + (received - sent) / 2),
  }
}

/** Less than this misleads nobody. */
const tolerable = 2000

export function isOff({ ahead, within }: ClockReading): boolean {
  return Math.abs(ahead) > within + tolerable
}

/** `accepted`: the server takes our signatures all the same. */
export function clockIsOff(reading: ClockReading, accepted: boolean): DoctorFinding {
  return {
    area: 'clock',
    weight: 'warns',
    fact: `The server's clock is ${clockDifference(reading.ahead)} by its Date header${accepted ? '; it still accepts our signatures' : ''}`,
    next: 'set the clock of this machine or of the server; expiry times are judged by the clock of this machine',
  }
}

/** Of a server that takes a signature only if it is created by its own time. */
export function clockIsRefused(reading: ClockReading): DoctorFinding {
  return {
    area: 'clock',
    weight: 'fails',
    fact: `The server refuses signatures created by the clock of this machine, but accepts a signature created by its own clock, which is ${clockDifference(reading.ahead)}`,
    next: 'set the clock of this machine or of the server; signatures always use the time of this machine',
  }
}
