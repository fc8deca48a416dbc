/** limits.maxRequests is used up: nothing more is sent in this run. */
export class BudgetSpent extends Error {
  readonly code = 'ERR_BUDGET_SPENT'

  constructor(limit: number) {
    super(
      `limits.maxRequests (${limit}) is used up; raise it in the target file to judge the remaining checks`,
    )
  }
}

/** Counts what may still be taken. Taking is one step, so nothing is taken twice however many ask at once. */
export interface Budget {
  take: () => void
  giveBack: () => void
  taken: () => number
}

/** `before`: so many were taken by earlier parts of the same run. */
export function createBudget(limit: number, before = 0): Budget {
  let taken = before
  return {
    take: () => {
      if (taken >= limit) throw new BudgetSpent(limit)
      taken++
    },
    giveBack: () => {
      taken--
    },
    taken: () => taken,
  }
}
