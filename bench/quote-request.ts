import type { Target } from '../src/target/target.ts'
import type { Draft } from '../src/wire/draft.ts'

/** The request that both sides of the benchmark send. */
export function quoteRequest({ walletAddress, baseUrl, tokens }: Target): Draft & { body: object } {
  return {
    operation: 'create-quote',
    method: 'POST',
    path: '/quotes',
    token: tokens.full,
    body: {
      walletAddress,
      receiver: `${baseUrl}/incoming-payments/c3a0d182-b221-4612-a500-07ad106b5f5d`,
      method: 'ilp',
      debitAmount: { value: '100', assetCode: 'USD', assetScale: 2 },
    },
  }
}

/** The target of a target file, without its limit on requests. */
export function unlimited(target: Target): Target {
  return {
    ...target,
    limits: { ...target.limits, maxRequests: Number.MAX_SAFE_INTEGER },
  }
}
