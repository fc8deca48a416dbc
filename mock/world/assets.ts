import type { Asset } from './resources.ts'

/** What one whole unit is worth in the reference currency, as a fraction. */
export type Worth = readonly [numerator: bigint, denominator: bigint]

interface TradedAsset extends Asset {
  worth: Worth
  /** A payment of everyday size; the fixtures are multiples of it. */
  coin: bigint
}

export const assets = {
  USD: { assetCode: 'USD', assetScale: 2, worth: [1n, 1n], coin: 100n },
  JPY: { assetCode: 'JPY', assetScale: 0, worth: [2n, 301n], coin: 100n },
  BHD: { assetCode: 'BHD', assetScale: 3, worth: [1000n, 377n], coin: 500n },
  XAU: { assetCode: 'XAU', assetScale: 9, worth: [2413n, 1n], coin: 1_000_000n },
} as const satisfies Record<string, TradedAsset>

/** Worth by asset code. */
export type Rates = ReadonlyMap<string, Worth>

export const builtInRates: Rates = new Map(
  Object.values(assets).map(({ assetCode, worth }) => [assetCode, worth]),
)

/** Code and scale alone, without what the asset is worth. */
export const assetOf = (code: keyof typeof assets): Asset => ({
  assetCode: assets[code].assetCode,
  assetScale: assets[code].assetScale,
})

export const coinOf = ({ assetCode }: Asset): bigint =>
  Object.values(assets).find((traded) => traded.assetCode === assetCode)?.coin ?? 1n
