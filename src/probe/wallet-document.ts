import { isObject } from '../core/json.ts'
import { type WalletDocument, walletDocumentIn } from '../core/wallet-document.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'

/** What the wallet address itself says. A server need not have such a document. */
export function documentIn(answer: Answer): WalletDocument | undefined {
  const json = answer.response?.json
  return isAccepted(answer) && isObject(json) ? walletDocumentIn(json) : undefined
}
