import fc from 'fast-check'
import { type Amount, uint64Max } from '../amount.ts'
import type { GenerationLimits } from '../check/given.ts'

/** An amount in the wallet's asset that the target's limits allow to be paid: from one to maxDebitValue. */
export const payableAmount = ({ wallet, maxDebitValue }: GenerationLimits): fc.Arbitrary<Amount> =>
  fc.bigInt({ min: 1n, max: maxDebitValue }).map((value) => ({ value: String(value), ...wallet }))

/** An amount in the wallet's asset that only has to be quoted: payable ones, and those up to 2^64 - 1. */
export const quotableAmount = (limits: GenerationLimits): fc.Arbitrary<Amount> =>
  fc.oneof(payableAmount(limits), payableAmount({ ...limits, maxDebitValue: uint64Max }))
