import fc from 'fast-check'
import type { Amount } from '../amount.ts'
import type { GenerationLimits } from '../check/given.ts'

/** An amount in the wallet's asset that the target's limits allow to be paid: from one to maxDebitValue. */
export const payableAmount = ({ wallet, maxDebitValue }: GenerationLimits): fc.Arbitrary<Amount> =>
  fc.bigInt({ min: 1n, max: maxDebitValue }).map((value) => ({ value: String(value), ...wallet }))
