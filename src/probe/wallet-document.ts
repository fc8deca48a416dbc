import { type Amount, type Asset, sameAsset } from '../core/amount.ts'
import { isObject, valueAt } from '../core/json.ts'
import { assetIn, type WalletDocument, walletDocumentIn } from '../core/wallet-document.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { fieldOf } from '../http/answers/shown.ts'
import type { Target } from '../target-file/target.ts'
import type { Contradiction } from './prober.ts'

/** Reads the wallet address document from an answer. A server need not have such a document. */
export function documentIn(answer: Answer): WalletDocument | undefined {
  const json = answer.response?.json
  return isAccepted(answer) && isObject(json) ? walletDocumentIn(json) : undefined
}

/** Returns a contradiction if the wallet address document names another asset than the target file. */
export function assetOfDocument(
  { walletAsset }: Pick<Target, 'walletAsset'>,
  document: WalletDocument | undefined,
): Contradiction | undefined {
  const { asset } = document ?? {}
  if (!walletAsset || !asset || sameAsset(walletAsset, asset)) return undefined
  const { assetCode, assetScale } = asset
  return {
    place: ['walletAsset'],
    fact: `the wallet address document says ${assetCode} with scale ${assetScale}, but walletAsset says something else`,
    next: `set walletAsset: { assetCode: ${assetCode}, assetScale: ${assetScale} }, or remove it`,
  }
}

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
