/** Returns the Date header of a response in milliseconds, or NaN if the response has no readable Date. */
export function dateOf(
  answer: { response?: { headers: Readonly<Record<string, string>> } | undefined } | undefined,
): number {
  return Date.parse(answer?.response?.headers['date'] ?? '')
}

/** The margin, in milliseconds, between the Date header (whole seconds) and an expiry. */
const margin = 2000

/** Returns true if the expiry is certainly later than that time, in milliseconds. NaN is before no expiry. */
export function isBefore(now: number, expiresAt: string | undefined): boolean {
  return expiresAt === undefined || now + margin < Date.parse(expiresAt)
}
