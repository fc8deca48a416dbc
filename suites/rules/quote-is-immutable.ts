import { type Amount, inWords } from '../../src/amount.ts'
import type { Observed } from '../../src/check/resource.ts'
import { broken, keep, rule } from '../../src/check/rule.ts'
import { asAmount } from '../fields.ts'
import { readingQuote } from '../operations.ts'

/** What of a quote is settled when it is made, each as a text that can be compared. */
type Settled = Record<string, string>

const fields = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'createdAt']

const settledOf = ({ fields: shown }: Observed): Settled =>
  Object.fromEntries(fields.map((name) => [name, comparable(shown[name])]))

/** Amounts by value, so that "01" is "1"; dates by the moment; everything else as it stands. */
const comparable = (value: unknown): string => {
  const amount = asAmount(value)
  if (amount) return inWords(withPlainValue(amount))
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? (JSON.stringify(value) ?? 'absent') : new Date(moment).toISOString()
}

const withPlainValue = (amount: Amount): Amount => ({ ...amount, value: String(BigInt(amount.value)) })

export const quoteIsImmutable = rule<Settled>({
  id: 'rules/quote-is-immutable',
  title: 'A quote says the same wherever and whenever it is shown',
  notices: 'get-quote:createdAt:wrong-format',
  verifies: 'quote.immutable',
  observes: 'quote',
  operations: ['create-quote', 'get-quote'],
  needs: readingQuote.needs,
  start: settledOf,
  next: (before, quote) => {
    const now = settledOf(quote)
    const changed = fields.find((name) => now[name] !== before[name])
    if (changed === undefined) return keep(before)
    return broken(before, `${changed} ${before[changed]}, as first shown`, `${changed} ${now[changed]}`)
  },
})
