/** An asset: its code (usually ISO 4217) and its scale, the number of decimal places of one unit. */
export interface Asset {
  assetCode: string
  assetScale: number
}

/** An amount as it is transmitted: `value` is an unsigned 64-bit integer written as a string. */
export interface Amount extends Asset {
  value: string
}

export const uint64Max = 2n ** 64n - 1n

/**
 * Returns the value of an amount as a BigInt, without a detour through `number`. Throws if it is not a decimal integer.
 */
export function numberOf(amount: Pick<Amount, 'value'>): bigint {
  if (!/^[0-9]+$/.test(amount.value))
    throw new Error(`not an unsigned integer: ${JSON.stringify(amount.value)}`)
  return BigInt(amount.value)
}

export function sameAsset(a: Asset, b: Asset): boolean {
  return a.assetCode === b.assetCode && a.assetScale === b.assetScale
}

export function sameAmount(a: Amount, b: Amount): boolean {
  return sameAsset(a, b) && numberOf(a) === numberOf(b)
}

/** Returns true for the same money, even if one amount has more decimal places than the other. */
export function sameWorth(a: Amount, b: Amount): boolean {
  if (a.assetCode !== b.assetCode || Math.max(a.assetScale, b.assetScale) > mostScale) return false
  return worthOf(a) === worthOf(b)
}

/** The largest assetScale (interface, Amount). */
const mostScale = 255

/** Returns the worth of an amount in the smallest unit that any asset can have. The scale of the amount is at most 255. */
export function worthOf(amount: Amount): bigint {
  return numberOf(amount) * 10n ** BigInt(mostScale - amount.assetScale)
}

/**
 * Returns true if an amount is at most as much money as another one, whatever the scales. Undefined for two currencies,
 * which cannot be compared.
 */
export function isAtMost(one: Amount, most: Amount): boolean | undefined {
  return one.assetCode === most.assetCode ? worthOf(one) <= worthOf(most) : undefined
}

export function inWords(amount: Amount): string {
  return `${amount.value} ${amount.assetCode}/${amount.assetScale}`
}

/** Formats an amount in whole units, such as `12.34 USD`. */
export function wholeUnits({ value, assetCode, assetScale }: Amount): string {
  const digits = value.padStart(assetScale + 1, '0')
  const point = digits.length - assetScale
  return `${digits.slice(0, point)}${assetScale > 0 ? `.${digits.slice(point)}` : ''} ${assetCode}`
}

/** Returns the value of a control if the target file sets none: one unit of the asset, if payments may debit as much. */
export function usualControl(maxDebitValue: bigint, assetScale: number): bigint {
  const unit = 10n ** BigInt(assetScale)
  return unit < maxDebitValue ? unit : maxDebitValue
}
