import type { Asset } from '../core/amounts.ts'
import type { AssetFixture } from './fixtures.ts'

/** What one whole unit is worth in the reference currency, as a fraction. */
export type Worth = readonly [numerator: bigint, denominator: bigint]

interface TradedAsset extends AssetFixture {
  /** A payment of everyday size; the fixtures are multiples of it. */
  coin: bigint
}

export const assets = {
  USD: { assetCode: 'USD', assetScale: 2, rate: '1', coin: 100n },
  JPY: { assetCode: 'JPY', assetScale: 0, rate: '2/301', coin: 100n },
  BHD: { assetCode: 'BHD', assetScale: 3, rate: '1000/377', coin: 500n },
  XAU: { assetCode: 'XAU', assetScale: 9, rate: '2413', coin: 1_000_000n },
} as const satisfies Record<string, TradedAsset>

/** Worth by asset code. */
export type Rates = ReadonlyMap<string, Worth>

export function ratesOf(traded: readonly AssetFixture[]): Rates {
  return new Map(traded.map(({ assetCode, rate }) => [assetCode, worthOf(rate)]))
}

/** A rate is a decimal number or a fraction. */
const worthOf = (rate: string): Worth => {
  const [numerator = '0', denominator = '1'] = rate.split('/')
  const [whole = '0', places = ''] = numerator.split('.')
  return [BigInt(whole + places), BigInt(denominator) * 10n ** BigInt(places.length)]
}

export const builtInRates: Rates = ratesOf(Object.values(assets))

/** Code and scale alone, without what the asset is worth. */
export function assetOf(code: keyof typeof assets): Asset {
  return {
    assetCode: assets[code].assetCode,
    assetScale: assets[code].assetScale,
  }
}

/** Of an asset that is not built in: one whole unit, if that is from a hundred to a million of the smallest. */
export function coinOf({ assetCode, assetScale }: Asset): bigint {
  const known = Object.values(assets).find((traded) => traded.assetCode === assetCode)
  return known?.assetScale === assetScale ? known.coin : 10n ** BigInt(Math.min(Math.max(assetScale, 2), 6))
}
