import type { Asset } from '../core/amounts.ts'
import type { AssetFixture } from './fixtures.ts'

/** The value of one whole unit in the reference currency, as a fraction. */
export type AssetWorth = readonly [numerator: bigint, denominator: bigint]

interface TradedAsset extends AssetFixture {
  /** The amount of an everyday payment, in the smallest unit. The fixtures are multiples of it. */
  coin: bigint
}

export const assets = {
  USD: { assetCode: 'USD', assetScale: 2, rate: '1', coin: 100n },
  JPY: { assetCode: 'JPY', assetScale: 0, rate: '2/301', coin: 100n },
  BHD: { assetCode: 'BHD', assetScale: 3, rate: '1000/377', coin: 500n },
  XAU: { assetCode: 'XAU', assetScale: 9, rate: '2413', coin: 1_000_000n },
} as const satisfies Record<string, TradedAsset>

/** The worth of each asset, by asset code. */
export type Rates = ReadonlyMap<string, AssetWorth>

export function ratesOf(traded: readonly AssetFixture[]): Rates {
  return new Map(traded.map(({ assetCode, rate }) => [assetCode, worthOf(rate)]))
}

/** Reads a rate, which is a decimal number or a fraction. */
const worthOf = (rate: string): AssetWorth => {
  const [numerator = '0', denominator = '1'] = rate.split('/')
  const [whole = '0', places = ''] = numerator.split('.')
  return [BigInt(whole + places), BigInt(denominator) * 10n ** BigInt(places.length)]
}

/**
 * Returns the coin of a built-in asset. For any other asset, the coin is one whole unit, kept within 100 and 1,000,000
 * of the smallest unit.
 */
export function coinOf({ assetCode, assetScale }: Asset): bigint {
  const known = Object.values(assets).find((traded) => traded.assetCode === assetCode)
  return known?.assetScale === assetScale ? known.coin : 10n ** BigInt(Math.min(Math.max(assetScale, 2), 6))
}
