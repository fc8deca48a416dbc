/** The most that something spends on the target. */
export interface Cost {
  requests: number
  /** The number of quotes left behind. */
  quotes: number
  /** The number of payments that a conforming server makes. */
  payments: number
  /** The number of incoming payments left behind. */
  incomingPayments: number
}

export const noCost: Cost = { requests: 0, quotes: 0, payments: 0, incomingPayments: 0 }

export function costOf(cost: Partial<Cost> = {}): Cost {
  return { ...noCost, ...cost }
}

export function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (sum, cost) => ({
      requests: sum.requests + cost.requests,
      quotes: sum.quotes + cost.quotes,
      payments: sum.payments + cost.payments,
      incomingPayments: sum.incomingPayments + cost.incomingPayments,
    }),
    noCost,
  )
}

export function times(cost: Cost, count: number): Cost {
  return {
    requests: cost.requests * count,
    quotes: cost.quotes * count,
    payments: cost.payments * count,
    incomingPayments: cost.incomingPayments * count,
  }
}
