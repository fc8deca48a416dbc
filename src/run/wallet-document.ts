import type { Asset } from '../core/amount.ts'
import { isObject } from '../core/json.ts'
import { type Answer, isAccepted } from '../http/answer.ts'
import { assetIn } from './wallet-asset.ts'

/** What the wallet address itself says, where it says something. A server need not have such a document. */
export interface WalletDocument {
  id?: string
  asset?: Asset
  resourceServer?: string
}

/** Any other text is not an asset code, and no reason to doubt the target file. */
const isCode = /^[\w.+-]{1,32}$/

export function documentIn(answer: Answer): WalletDocument | undefined {
  const json = answer.response?.json
  if (!isAccepted(answer) || !isObject(json)) return undefined
  const { id, resourceServer } = json
  const named = assetIn(json)
  const asset = named && isCode.test(named.assetCode) ? named : undefined
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(asset ? { asset } : {}),
    ...(typeof resourceServer === 'string' && URL.canParse(resourceServer)
      ? { resourceServer: resourceServer.replace(/\/+$/, '') }
      : {}),
  }
}
