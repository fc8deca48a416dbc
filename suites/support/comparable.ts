import { createHash } from 'node:crypto'
import { inWords } from '../../src/core/amount.ts'
import { isObject } from '../../src/core/json.ts'
import { asAmount } from './fields.ts'

/** Amounts by value, so that "01" is "1"; dates by the moment; members in any order; everything else as it stands. */
export function comparable(value: unknown): string {
  const amount = asAmount(value)
  if (amount) return inWords({ ...amount, value: String(BigInt(amount.value)) })
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment)
    ? remembered(JSON.stringify(value, inOrder) ?? 'nothing')
    : new Date(moment).toISOString()
}

/** For JSON.stringify: an object's members by their names. */
const inOrder = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** A long text by its beginning and a digest: it is kept for every resource of a run. */
const remembered = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length} characters, sha-256 ${createHash('sha256').update(text).digest('hex')})`

const longest = 1000
