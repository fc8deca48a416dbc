/** An asset: code (ISO 4217 as a rule) and scale, the number of decimal places of one unit. */
export interface Asset {
  assetCode: string
  assetScale: number
}

/** An amount as it stands on the wire: `value` is an unsigned 64-bit integer written as a string. */
export interface Amount extends Asset {
  value: string
}

export const uint64Max = 2n ** 64n - 1n

/** The value of an amount as a BigInt; never through `number`. Throws where it is no decimal integer. */
export const numberOf = (amount: Pick<Amount, 'value'>): bigint => {
  if (!/^[0-9]+$/.test(amount.value))
    throw new Error(`not an unsigned integer: ${JSON.stringify(amount.value)}`)
  return BigInt(amount.value)
}

export const sameAsset = (a: Asset, b: Asset): boolean =>
  a.assetCode === b.assetCode && a.assetScale === b.assetScale

export const sameAmount = (a: Amount, b: Amount): boolean => sameAsset(a, b) && numberOf(a) === numberOf(b)

export const inWords = (amount: Amount): string => `${amount.value} ${amount.assetCode}/${amount.assetScale}`
