/** What a check spends on the target. */
export interface Cost {
  requests: number
  quotes: number
}

export const noCost: Cost = { requests: 0, quotes: 0 }

export const sumOf = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (sum, cost) => ({ requests: sum.requests + cost.requests, quotes: sum.quotes + cost.quotes }),
    noCost,
  )
