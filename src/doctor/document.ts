import type { Asset } from '../amount.ts'
import { isObject } from '../check/resource.ts'
import { assetIn } from '../run/wallet-asset.ts'
import { isAccepted } from '../wire/answer.ts'
import type { Tried } from './trials.ts'

/** What the wallet address itself says, where it says something. A server need not have such a document. */
export interface WalletDocument {
  id?: string
  asset?: Asset
  resourceServer?: string
}

export const documentIn = (tried: Tried): WalletDocument | undefined => {
  const json = tried.response?.json
  if (!isAccepted(tried) || !isObject(json)) return undefined
  const { id, resourceServer } = json
  const asset = assetIn(json)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(asset ? { asset } : {}),
    ...(typeof resourceServer === 'string' && URL.canParse(resourceServer)
      ? { resourceServer: resourceServer.replace(/\/+$/, '') }
      : {}),
  }
}
