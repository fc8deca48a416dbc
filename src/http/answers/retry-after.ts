import type { Response } from './answer.ts'

/** The longest Retry-After that is waited for, in milliseconds. */
export const longestRetryAfter = 30_000

/** How long a 429 asks to wait, in milliseconds: a second where it does not say, or says what cannot be read. */
export function retryAfter({ headers }: Response, now: Date): number {
  const value = (headers['retry-after'] ?? '').trim()
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  // By the server's own clock where it shows one: the two may be far apart.
  const from = Date.parse(headers.date ?? '')
  return Number.isNaN(until) ? 1000 : Math.max(0, until - (Number.isNaN(from) ? now.getTime() : from))
}
