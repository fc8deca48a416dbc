import { sameAsset } from '../core/amount.ts'
import { isObject } from '../core/json.ts'
import { type WalletDocument, walletDocumentIn } from '../core/wallet-document.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import type { Target } from '../target-file/target.ts'
import type { Contradiction } from './contradiction.ts'

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
