import type { Asset } from '../core/amounts.ts'
import type { Rates } from '../state/assets.ts'
import type { Priced, PriceOrder } from '../state/orders.ts'

/** Exact at any size. The rounding is the sender's: never more is received than was paid for. */
export function price({ debit, receive, fixed, value }: PriceOrder, rates: Rates): Priced {
  if (fixed === 'debit')
    return { debit: value, receive: roundedDown(converted(value, debit, receive, rates)) }
  return { debit: roundedUp(converted(value, receive, debit, rates)), receive: value }
}

type Fraction = readonly [numerator: bigint, denominator: bigint]

const converted = (value: bigint, from: Asset, to: Asset, rates: Rates): Fraction => {
  if (from.assetCode === to.assetCode) return [value * scale(to), scale(from)]
  const [fromWorth, fromPer] = worthOf(from, rates)
  const [toWorth, toPer] = worthOf(to, rates)
  return [value * fromWorth * toPer * scale(to), fromPer * toWorth * scale(from)]
}

const scale = ({ assetScale }: Asset): bigint => 10n ** BigInt(assetScale)

const worthOf = ({ assetCode }: Asset, rates: Rates): Fraction => {
  const worth = rates.get(assetCode)
  if (!worth) throw new Error(`no rate for ${assetCode}`)
  return worth
}

const roundedDown = ([numerator, denominator]: Fraction): bigint => numerator / denominator

const roundedUp = ([numerator, denominator]: Fraction): bigint => (numerator + denominator - 1n) / denominator
