import { asText, isObject } from '../core/json.ts'
import { dateOf } from '../http/answers/server-date.ts'
import type { Seen } from './kinds/passive.ts'

/** The server's own time, as far as its Date headers tell it. */
export interface ServerDate {
  take: (seen: Seen) => void
  /**
   * Returns true if the server had reported, before the request with this count was sent, that its time was past that
   * instant.
   */
  wasPast: (instant: number, sent: number) => boolean
}

/**
 * The milliseconds that a Date header must be past an instant. The header holds whole seconds, and a gateway may set it
 * by its own clock.
 */
const margin = 1000

/**
 * The most milliseconds between a Date header and a createdAt that agree. A gateway whose clock is further off says
 * nothing about the server's time.
 */
const mostApart = 60_000

/** The number of Date changes that are kept. No request is under way for longer than that. */
const most = 600

/**
 * Collects Date headers. They count once one has agreed with the createdAt of what its response created, and as long as
 * none disagrees.
 */
export function createServerDate(): ServerDate {
  const reported: Array<{ received: number; date: number }> = []
  let agreed = false
  let disagreed = false
  return {
    take: (seen) => {
      const { response, received } = seen.exchange
      const date = dateOf({ response })
      if (Number.isNaN(date)) return
      const apart = date - creationIn(seen)
      if (Math.abs(apart) <= mostApart) agreed = true
      else if (!Number.isNaN(apart)) disagreed = true
      if (date <= (reported.at(-1)?.date ?? Number.NEGATIVE_INFINITY)) return
      reported.push({ received, date })
      if (reported.length > most) reported.shift()
    },
    wasPast: (instant, sent) => {
      const last = reported.findLast(({ received }) => received < sent)
      return agreed && !disagreed && last !== undefined && last.date >= instant + margin
    },
  }
}

/** Returns the creation time that a response states, or NaN if the request created nothing. */
const creationIn = ({ exchange, json }: Seen): number =>
  exchange.response?.status === 201 && isObject(json) ? Date.parse(asText(json['createdAt'])) : Number.NaN
