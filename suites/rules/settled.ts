import { createHash } from 'node:crypto'
import { inWords } from '../../src/amount.ts'
import type { PassiveCheck } from '../../src/check/passive.ts'
import { isObject, type Observed } from '../../src/check/resource.ts'
import { broken, keep, type RuleHead, rule } from '../../src/check/rule.ts'
import { asAmount } from '../fields.ts'
import { isPlainMetadata } from '../plain-metadata.ts'

interface Settled extends RuleHead {
  /** What is settled when the resource is made. A field that an answer does not show is not compared. */
  fields: readonly string[]
}

/** The rule that certain fields of a resource say the same wherever and whenever it is shown. */
export const settledFields = ({ fields, ...named }: Settled): PassiveCheck =>
  rule<Record<string, string>>({
    ...named,
    inAnyOrder: true,
    start: (resource) => textsOf(resource, fields),
    next: (before, resource) => {
      const now = textsOf(resource, fields)
      const changed = fields.find((name) => name in before && name in now && now[name] !== before[name])
      if (changed === undefined) return keep({ ...now, ...before })
      return broken(before, `${changed} ${before[changed]}, as first shown`, `${changed} ${now[changed]}`)
    },
  })

const textsOf = ({ fields: shown }: Observed, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.filter((name) => isComparable(name, shown)).map((name) => [name, comparable(shown[name])]),
  )

/** Metadata that a server may well store otherwise is a matter of its own; null for quoteId is as good as none. */
const isComparable = (name: string, shown: Observed['fields']): boolean => {
  if (name === 'metadata') return isPlainMetadata(shown[name])
  return name in shown && (name !== 'quoteId' || shown[name] !== null)
}

/** Amounts by value, so that "01" is "1"; dates by the moment; members in any order; everything else as it stands. */
export const comparable = (value: unknown): string => {
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
