import fc from 'fast-check'
import type { GenerationLimits } from '../check/given.ts'
import { type Amount, uint64Max } from '../core/amount.ts'

/** Generates an amount in the wallet's asset that the target's limits allow to be paid: from one to maxDebitValue. */
export function payableAmount({ wallet, maxDebitValue }: GenerationLimits): fc.Arbitrary<Amount> {
  return fc.bigInt({ min: 1n, max: maxDebitValue }).map((value) => ({ value: String(value), ...wallet }))
}

/** Generates an amount in the wallet's asset that only has to be quoted: payable ones, and any up to 2^64 - 1. */
export function quotableAmount(limits: GenerationLimits): fc.Arbitrary<Amount> {
  return fc.oneof(payableAmount(limits), payableAmount({ ...limits, maxDebitValue: uint64Max }))
}

/** Values that no double can represent, one for each last digit. */
const endings = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n].map((digit) => 10n ** 19n + 120n + digit)

/** The values around which numbers of fewer bits, or doubles, lose digits. They end in every digit. */
export const edgeValues: readonly string[] = [
  1n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  uint64Max - 1n,
  uint64Max,
  ...endings,
].map(String)

/** Generates a value from 1 to 2^64 - 1, with few digits as often as with many. */
export const valueOfAnySize: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 64 })
  .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits - 1), max: 2n ** BigInt(bits) - 1n }))
  .map(String)

/** Generates the digits of a payable amount with zeros before them. */
export function valueWithLeadingZeros(limits: GenerationLimits): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 20 }), payableAmount(limits))
    .map(([zeros, { value }]) => '0'.repeat(zeros) + value)
}
