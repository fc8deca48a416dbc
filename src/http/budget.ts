/** Thrown when limits.maxRequests is used up. The run sends nothing more. */
export class BudgetSpent extends Error {
  readonly code = 'ERR_BUDGET_SPENT'

  constructor(limit: number) {
    super(
      `limits.maxRequests (${limit}) is used up; raise it in the target file to judge the remaining checks`,
    )
  }
}

/**
 * Counts the requests that may still be sent. Taking is a single step, so concurrent requests never take the same one.
 * `before`: the number of requests that earlier parts of the same run took.
 */
export function createBudget(limit: number, before = 0) {
  let taken = before
  return {
    take: (): void => {
      if (taken >= limit) throw new BudgetSpent(limit)
      taken++
    },
    giveBack: (): void => {
      taken--
    },
  }
}
