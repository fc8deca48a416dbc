import { asText, isObject } from '../core/json.ts'
import type { Seen } from './kinds/passive.ts'

/** The server's own time, as far as its Date headers tell it. */
export interface ServerDate {
  take: (seen: Seen) => void
  /** Whether the server had told, before a request with this count was sent, that it was past that instant. */
  wasPast: (instant: number, sent: number) => boolean
}

/** The header holds whole seconds, and a gateway may set it by a clock of its own. */
const margin = 1000

/** A gateway whose clock is further off than this from what it stands before tells nothing of the server's time. */
const mostApart = 60_000

/** Requests are not under way for longer than so many changes of the header. */
const most = 600

/** Date headers count once one has agreed with the createdAt of what its answer created, and as long as none disagrees. */
export function createServerDate(): ServerDate {
  const told: Array<{ received: number; date: number }> = []
  let agreed = false
  let disagreed = false
  return {
    take: (seen) => {
      const { response, received } = seen.exchange
      const date = Date.parse(response?.headers['date'] ?? '')
      if (Number.isNaN(date)) return
      const apart = date - creationIn(seen)
      if (Math.abs(apart) <= mostApart) agreed = true
      else if (!Number.isNaN(apart)) disagreed = true
      if (date <= (told.at(-1)?.date ?? Number.NEGATIVE_INFINITY)) return
      told.push({ received, date })
      if (told.length > most) told.shift()
    },
    wasPast: (instant, sent) => {
      const last = told.findLast(({ received }) => received < sent)
      return agreed && !disagreed && last !== undefined && last.date >= instant + margin
    },
  }
}

/** When the answer says that what it created was created; NaN where it created nothing. */
const creationIn = ({ exchange, json }: Seen): number =>
  exchange.response?.status === 201 && isObject(json) ? Date.parse(asText(json['createdAt'])) : Number.NaN
