import type { HttpRequest } from '../../core/http-request.ts'
import { offersOf } from './read.ts'

/**
 * Returns a sentence that says how the first signature with a time is out of date, or undefined if it is not.
 * `tolerance`: seconds that the clocks may be apart.
 */
export function ageFlaw(message: HttpRequest, now: Date, tolerance: number): string | undefined {
  const seconds = Math.floor(now.getTime() / 1000)
  for (const offer of offersOf(message)) {
    if (!('bytes' in offer)) continue
    const { label, parameters } = offer
    const [created, expires] = [parameters.get('created'), parameters.get('expires')]
    const says = createdFlaw(created, seconds, tolerance) ?? expiresFlaw(expires, seconds)
    if (says !== undefined) return `Signature "${label}" ${says}`
  }
  return undefined
}

const createdFlaw = (created: unknown, now: number, tolerance: number): string | undefined => {
  if (typeof created !== 'number' || Math.abs(created - now) <= tolerance) return undefined
  if (created > millisecondsFrom) {
    return `has a created in milliseconds, ${created}; RFC 9421, 2.3, counts seconds: ${Math.floor(created / 1000)}.`
  }
  const apart =
    created > now ? `in the future, ${created - now} s ahead of` : `too long ago, ${now - created} s behind`
  return `was created ${apart} the clock here, at ${timeOf(created)}, while it is ${timeOf(now)} here; correct the clock of the client, and sign each request anew.`
}

const expiresFlaw = (expires: unknown, now: number): string | undefined =>
  typeof expires === 'number' && expires < now
    ? `expired ${now - expires} s ago by the clock here, which is at ${timeOf(now)}; sign each request anew.`
    : undefined

/** Read as seconds, a larger number would be after the year 5000. */
const millisecondsFrom = 1e11

/** Formats seconds since 1970 as a date and time, or as plain seconds if they are outside the range of a Date. */
export function timeOf(seconds: number): string {
  return Math.abs(seconds) > lastSecond
    ? `${seconds} s`
    : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** The last second that a Date can hold. */
const lastSecond = 8.64e12
