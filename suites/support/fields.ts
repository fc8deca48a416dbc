import type { Amount } from '../../src/core/amount.ts'
import { isObject } from '../../src/core/json.ts'
import { assetIn } from '../../src/core/wallet-document.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { fieldOf } from '../../src/http/answers/shown.ts'

export function flagIn(answer: Answer, name: string): boolean | undefined {
  return asFlag(fieldOf(answer, name))
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** The instant in a field, in milliseconds, or undefined if it is none. */
export function momentIn(answer: Answer, name: string): number | undefined {
  return asMoment(fieldOf(answer, name))
}

export function asMoment(value: unknown): number | undefined {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** The amount in a field, or undefined if it is none. Another claim covers that case. */
export function amountIn(answer: Answer, name: string): Amount | undefined {
  return asAmount(fieldOf(answer, name))
}

/** Reads an amount that can be calculated with: its scale is a whole number from 0 to 255. */
export function asAmount(amount: unknown): Amount | undefined {
  const asset = assetIn(amount)
  if (!asset || !isObject(amount)) return undefined
  const { value } = amount
  return typeof value === 'string' && /^[0-9]+$/.test(value) ? { value, ...asset } : undefined
}
