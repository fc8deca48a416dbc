import type { RequestDraft } from '../src/http/draft.ts'
import type { Target } from '../src/target-file/target.ts'

/** The request that both sides of the benchmark send. */
export function quoteRequest({ walletAddress, baseUrl, tokens }: Target): RequestDraft & { body: object } {
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
