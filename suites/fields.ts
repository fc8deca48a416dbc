import type { Amount } from '../src/amount.ts'
import { isObject } from '../src/check/resource.ts'
import type { Answer } from '../src/wire/answer.ts'

export const fieldOf = ({ response }: Answer, name: string): unknown =>
  isObject(response?.json) ? response.json[name] : undefined

export const textIn = (answer: Answer, name: string): string | undefined => {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : undefined
}

export const flagIn = (answer: Answer, name: string): boolean | undefined => asFlag(fieldOf(answer, name))

export const asFlag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

/** The instant in that field, in milliseconds, or undefined where it is none. */
export const momentIn = (answer: Answer, name: string): number | undefined => asMoment(fieldOf(answer, name))

export const asMoment = (value: unknown): number | undefined => {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** The amount in that field, or undefined where it is none: that is a claim of its own. */
export const amountIn = (answer: Answer, name: string): Amount | undefined => asAmount(fieldOf(answer, name))

export const asAmount = (amount: unknown): Amount | undefined => {
  if (!isObject(amount)) return undefined
  const { value, assetCode, assetScale } = amount
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value)) return undefined
  return typeof assetCode === 'string' && typeof assetScale === 'number'
    ? { value, assetCode, assetScale }
    : undefined
}
