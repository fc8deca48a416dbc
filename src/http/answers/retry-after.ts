import type { Response } from './answer.ts'

/** The longest Retry-After, in milliseconds, that the run waits for. */
export const longestRetryAfter = 30_000

/** Returns the milliseconds that a 429 asks to wait: 1000 if it does not say, or says something unreadable. */
export function retryAfter({ headers }: Response, now: Date): number {
  const value = (headers['retry-after'] ?? '').trim()
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  // The wait counts from the server's own time if the response shows it, because the two clocks may be far apart.
  const from = Date.parse(headers.date ?? '')
  return Number.isNaN(until) ? 1000 : Math.max(0, until - (Number.isNaN(from) ? now.getTime() : from))
}
