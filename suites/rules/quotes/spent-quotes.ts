import type { Seen } from '../../../src/check/kinds/passive.ts'
import { createListing } from '../noting.ts'

const used = 'create-outgoing-payment.quote.used-status'
const expired = 'create-outgoing-payment.quote.expired-status'

/** Checks whose payments have no other defect than their quote. */
const spent: ReadonlyArray<{ requirement: string; shownBy: readonly string[] }> = [
  { requirement: used, shownBy: ['payments/quote-paid-twice', 'races/quote-paid-by-many'] },
  { requirement: expired, shownBy: ['expiry/expired-quote'] },
]

export const openPointsOfSpentQuotes = [used, expired]

/** Notes the status with which the server refuses a payment from a used or an expired quote. */
export function notesOfSpentQuotes() {
  const statuses = new Map(openPointsOfSpentQuotes.map((requirement) => [requirement, createListing()]))
  return ({ exchange }: Seen): Array<{ requirement: string; got: string }> => {
    const requirement = spent.find(({ shownBy }) => shownBy.includes(exchange.check))?.requirement
    const { status = 0 } = exchange.response ?? {}
    if (requirement === undefined || exchange.operation !== 'create-outgoing-payment') return []
    if (status < 400 || status >= 500 || status === 429) return []
    const got = statuses.get(requirement)?.([`status ${status}`])
    return got === undefined ? [] : [{ requirement, got }]
  }
}
