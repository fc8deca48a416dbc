import { inWords } from '../../src/core/amount.ts'
import { knownBy } from '../../src/core/beginning.ts'
import { isObject } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { asAmount } from './fields.ts'

/**
 * Returns true if two shown values are the same. Amounts are compared by value, so that "01" is "1", times to the
 * second, URLs as in RFC 3986, members of objects in any order, and everything else exactly.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return areSame(remembered(one), remembered(other))
}

/**
 * Returns a shown value as a text that `areSame` compares. It stays short, because rules keep it for every resource of
 * a run.
 */
export function remembered(value: unknown): string {
  const amount = asAmount(value)
  if (amount) return inWords({ ...amount, value: String(BigInt(amount.value)) })
  const moment =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(value) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(moment)) return new Date(moment).toISOString()
  return knownBy(JSON.stringify(value, membersInOrder) ?? 'nothing')
}

/** Returns true if two remembered values are the same. */
export function areSame(one: string, other: string): boolean {
  if (one === other) return true
  if (isTime(one) && isTime(other)) return isSameTime(Date.parse(one), Date.parse(other))
  return isText(one) && isText(other) && isSameUrl(textIn(one), textIn(other))
}

/**
 * Compares times in milliseconds, to the second. A server that stores whole seconds may cut the fraction or round it.
 */
export function isSameTime(one: number, other: number): boolean {
  return Math.abs(one - other) < 1000
}

const isTime = (text: string): boolean => /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z$/.test(text)

/** Returns true for a JSON string that was not shortened. */
const isText = (text: string): boolean => /^".*"$/s.test(text)

const textIn = (text: string): string => String(JSON.parse(text))

const membersInOrder = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
