import { Refusal } from './refusal.ts'

/** `worth` is the value of the smallest unit, in a measure that all assets share. */
export interface Asset {
  code: string
  scale: number
  worth: bigint
}

export interface Amount {
  value: bigint
  asset: Asset
}

export const dinar: Asset = { code: 'KWD', scale: 3, worth: 485n }
export const yen: Asset = { code: 'JPY', scale: 0, worth: 1000n }

const greatest = 2n ** 64n - 1n

export function shown({ value, asset }: Amount) {
  return {
    value: String(value),
    assetCode: asset.code,
    assetScale: asset.scale,
  }
}

/** Reads an amount of a request, which has to be in this asset and above zero. */
export function amountOf(given: unknown, name: string, asset: Asset): Amount {
  if (typeof given !== 'object' || given === null) throw new Refusal(400, `${name} is not an amount`)
  const { value, assetCode, assetScale } = given as Record<string, unknown>
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,19}$/.test(value))
    throw new Refusal(400, `the value of ${name} is not a whole number above 0, written as a string`)
  if (assetCode !== asset.code || assetScale !== asset.scale)
    throw new Refusal(422, `${name} has to be in ${asset.code} at scale ${asset.scale}`)
  return { value: withinRange(BigInt(value)), asset }
}

const withinRange = (value: bigint): bigint => {
  if (value > greatest) throw new Refusal(422, 'an amount passes 64 bits')
  return value
}

const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

// The sender pays a fee of 1 in 200, rounded up: of a debit d, 199 d / 200 rounded down is exchanged.

/** The amount that arrives of a debit. */
export function receivedFor({ value, asset }: Amount, into: Asset): Amount {
  const received = (((value * 199n) / 200n) * asset.worth) / into.worth
  if (received === 0n) throw new Refusal(422, 'too little to arrive')
  return { value: withinRange(received), asset: into }
}

/** The least debit of which this amount arrives. */
export function debitFor({ value, asset }: Amount, from: Asset): Amount {
  return {
    value: withinRange(roundedUp(roundedUp(value * asset.worth, from.worth) * 200n, 199n)),
    asset: from,
  }
}
