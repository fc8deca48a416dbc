import type { Amount, Asset } from '../core/amount.ts'
import { valueAt } from '../core/json.ts'
import { assetIn } from '../core/wallet-document.ts'
import type { Answer } from '../http/answers/answer.ts'
import { fieldOf } from '../http/answers/shown.ts'

/** Returns the wallet's asset as a quote's debitAmount shows it. */
export function assetOfQuote(quote: Answer): Asset | undefined {
  return assetIn(fieldOf(quote, 'debitAmount'))
}

/** Reads an amount from JSON. Returns undefined if it cannot be calculated with. */
export function amountIn(json: unknown): Amount | undefined {
  const asset = assetIn(json)
  const value = valueAt(json, 'value')
  return asset && typeof value === 'string' && /^[0-9]{1,20}$/.test(value) ? { value, ...asset } : undefined
}
