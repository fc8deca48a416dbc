import { asText, isObject } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'
import { dateOf } from '../http/answers/server-date.ts'
import { textIn } from '../http/answers/shown.ts'
import type { Seen } from './kinds/passive.ts'
import type { ServerClock } from './session.ts'

/** The server's own time, as far as its Date headers tell it. */
export interface ServerDate {
  take: (seen: Seen) => void
  /**
   * Returns the instant that the server's time had reached, by a Date header with this time. Not a number once a Date has
   * disagreed, and before any has agreed the instant is infinitely long ago.
   */
  reachedBy: (date: number) => number
  /**
   * Returns true if the server had reported, before the request with this count was sent, that its time was past that
   * instant.
   */
  wasPast: (instant: number, sent: number) => boolean
}

/** The milliseconds that a Date header must be past an instant, because clocks may differ a little. */
const margin = 1000

/**
 * The most milliseconds between a Date header and a createdAt that agree. A gateway whose clock is further off says
 * nothing about the server's time.
 */
const mostApart = 60_000

/** The number of Date changes that are kept. No request is under way for longer than that. */
const most = 600

/**
 * Returns the milliseconds by which a Date header may be ahead of the server's time, by the createdAt of what its response
 * created. Undefined if the two do not agree.
 */
export function mayBeAhead(date: number, createdAt: number): number | undefined {
  const apart = date - createdAt
  return Math.abs(apart) <= mostApart ? Math.max(apart, 0) : undefined
}

/**
 * Collects Date headers. They count once one has agreed with the createdAt of what its response created, and as long as
 * none disagrees. A gateway may set them by a clock that is ahead of the server's: by no more than the least time from a
 * createdAt to its Date, because the rest of that time is what the server took.
 */
export function createServerDate(): ServerDate {
  const reported: Array<{ received: number; date: number }> = []
  let ahead = Number.POSITIVE_INFINITY
  let disagreed = false
  const reachedBy = (date: number): number => (disagreed ? Number.NaN : date - ahead)
  return {
    reachedBy,
    take: (seen) => {
      const { response, received } = seen.exchange
      const date = dateOf({ response })
      if (Number.isNaN(date)) return
      const createdAt = creationIn(seen)
      const isAhead = mayBeAhead(date, createdAt)
      if (isAhead !== undefined) ahead = Math.min(ahead, isAhead)
      else if (!Number.isNaN(createdAt)) disagreed = true
      if (date <= (reported.at(-1)?.date ?? Number.NEGATIVE_INFINITY)) return
      reported.push({ received, date })
      if (reported.length > most) reported.shift()
    },
    wasPast: (instant, sent) => {
      const last = reported.findLast(({ received }) => received < sent)
      return last !== undefined && reachedBy(last.date) >= instant + margin
    },
  }
}

/** Returns the creation time that a response states, or NaN if the request created nothing. */
const creationIn = ({ exchange, json }: Seen): number =>
  exchange.response?.status === 201 && isObject(json) ? Date.parse(asText(json['createdAt'])) : Number.NaN

/**
 * Returns the milliseconds by which the Date header of an answer is at least behind the clock that set the createdAt of
 * what it created, up to a minute. A Date has whole seconds. Zero if the answer does not show both times.
 */
export function dateIsBehind(answer: Answer): number {
  const apart = Date.parse(textIn(answer, 'createdAt') ?? '') - dateOf(answer) - wholeSecond
  return apart > 0 && apart <= mostBehind ? apart : 0
}

/** Milliseconds. A createdAt further ahead is wrong itself, which a rule judges. */
const mostBehind = 60_000

const wholeSecond = 1000

/** A session knows the server's clock, if the run moves it, and by how much a Date header has been behind it. */
interface KnownTimes {
  time: { server?: ServerClock | undefined }
  memory: { dateIsBehind: number }
}

/**
 * Returns the server's time when it gave an answer, in milliseconds: that of its clock if the run moves it, otherwise
 * that of the Date header, or NaN. A gateway or a framework may set the header by a clock that is not moved, or that is
 * behind the server's.
 */
export function serverNow({ time: { server }, memory }: KnownTimes, answer: Answer): number {
  return server?.now?.() ?? dateOf(answer) + memory.dateIsBehind
}
