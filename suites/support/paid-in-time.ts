import { asMoment } from './fields.ts'

/** Milliseconds. The clocks of several machines may differ a little. */
const tolerance = 1000

/**
 * Returns true if a payment was created before its quote expired, by the times that they show. The server need not pay an
 * expired quote at its amounts, and must not.
 */
export function isPaidInTime(payment: { createdAt?: unknown }, quote: { expiresAt?: unknown }): boolean {
  const at = asMoment(payment.createdAt)
  return at !== undefined && at < (asMoment(quote.expiresAt) ?? Number.POSITIVE_INFINITY) - tolerance
}
