import type { Shown } from './answer.ts'

export interface Asset {
  assetCode: string
  assetScale: number
}

/** An amount inside the mock. In requests and responses, its value is a string. */
export interface Amount extends Asset {
  value: bigint
}

export const uint64Max = 2n ** 64n - 1n

export function amountOf(value: bigint, { assetCode, assetScale }: Asset): Amount {
  return {
    value,
    assetCode,
    assetScale,
  }
}

export function sameAsset(a: Asset, b: Asset): boolean {
  return a.assetCode === b.assetCode && a.assetScale === b.assetScale
}

/** An amount as it stands in requests and responses. */
export type ShownAmount = Asset & { value: string }

export function showAmount({ value, assetCode, assetScale }: Amount): ShownAmount & Shown {
  return {
    value: value.toString(),
    assetCode,
    assetScale,
  }
}
