import type { Amount } from '../../src/core/amount.ts'
import { isObject } from '../../src/core/json.ts'
import { assetIn } from '../../src/core/wallet-document.ts'
import type { Answer } from '../../src/http/answers/answer.ts'

export function fieldOf({ response }: Answer, name: string): unknown {
  return isObject(response?.json) ? response.json[name] : undefined
}

export function textIn(answer: Answer, name: string): string | undefined {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : undefined
}

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
