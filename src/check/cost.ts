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

const costBy = (of: (part: keyof Cost) => number): Cost => ({
  requests: of('requests'),
  quotes: of('quotes'),
  payments: of('payments'),
  incomingPayments: of('incomingPayments'),
})

export function sumOf(costs: readonly Cost[]): Cost {
  return costBy((part) => costs.reduce((sum, cost) => sum + cost[part], 0))
}

export function times(cost: Cost, count: number): Cost {
  return costBy((part) => cost[part] * count)
}
