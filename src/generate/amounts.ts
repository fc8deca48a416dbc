import fc from 'fast-check'
import type { GenerationLimits } from '../check/cases/given.ts'
import { type Amount, uint64Max } from '../core/amount.ts'

/** Generates an amount in the wallet's asset that the target's limits allow to be paid: from one to maxDebitValue. */
export function payableAmount({ wallet, maxDebitValue }: GenerationLimits): fc.Arbitrary<Amount> {
  return fc.bigInt({ min: 1n, max: maxDebitValue }).map((value) => ({ value: String(value), ...wallet }))
}

const powers = (base: bigint, exponents: readonly number[]): bigint[] =>
  exponents.map((exponent) => base ** BigInt(exponent))

/** The values at which numbers of fewer bits, or doubles, begin to lose digits, and the largest one. */
const binary = [...powers(2n, [31, 32, 53, 63]), uint64Max]

/** The smaller ones are units of an asset in the scale of another one. */
const decimal = powers(10n, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 18, 19])

/** A value beside a corner is above it or below it. */
type Beside = 1n | -1n

/** The values at which arithmetic goes wrong, each with a neighbour: on this side of the first, and so on in turn. */
function corners(at: readonly bigint[], beside: Beside): string[] {
  const values = at.flatMap((corner, place) => [corner, place % 2 === 0 ? corner + beside : corner - beside])
  return [...new Set(values)].filter((value) => value > 0n && value <= uint64Max).map(String)
}

/** Consecutive values, which leave every remainder of any divisor up to 11, and end in every digit. */
function consecutive(from: bigint): string[] {
  return Array.from({ length: 11 }, (_, place) => String(from + BigInt(place)))
}

/** Values that no double can hold. */
const beyondDoubles = consecutive(10n ** 19n + 120n)

/** Values around which numbers of fewer bits, or doubles, lose digits. They end in every digit. */
export const edgeValues: readonly string[] = [...corners(binary, -1n), ...beyondDoubles]

/** The most values of a series in one asset, and of any other one. */
export const longestSeries = 8
const shortSeries = 4

function inSeries(values: readonly string[], length: number): string[][] {
  return Array.from({ length: Math.ceil(values.length / length) }, (_, part) =>
    values.slice(part * length, (part + 1) * length),
  )
}

/** Values that every run quotes in one asset: corners of binary and decimal numbers, and consecutive values. */
export function cornerSeries(beside: Beside): string[][] {
  return inSeries([...beyondDoubles, ...corners([...binary, ...decimal], beside)], longestSeries)
}

/** Values that every run quotes between two assets. The largest come first: what they are worth may not fit into 64 bits. */
export const cornersBetweenAssets: readonly string[][] = inSeries(
  [...corners(binary.slice(-1), -1n), ...decimal.map(String), ...beyondDoubles.slice(0, 7)],
  shortSeries,
)

/** Generates a value from 1 to 2^64 - 1, with few digits as often as with many. */
export const valueOfAnySize: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 64 })
  .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits - 1), max: 2n ** BigInt(bits) - 1n }))
  .map(String)

/** Generates some of the values that follow a value of any size. */
export const seriesOfAnySize: fc.Arbitrary<string[]> = valueOfAnySize.map(BigInt).chain((from) => {
  const last = uint64Max - BigInt(beyondDoubles.length) + 1n
  return fc.subarray(consecutive(from < last ? from : last), { minLength: 1, maxLength: shortSeries })
})

/** Generates the digits of a payable amount with zeros before them. */
export function valueWithLeadingZeros(limits: GenerationLimits): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 20 }), payableAmount(limits))
    .map(([zeros, { value }]) => '0'.repeat(zeros) + value)
}
