import { createMemory } from '../../check/memory.ts'
import { type ResourceKind, resourcesIn } from '../../check/resource.ts'
import { type Asset, sameAsset } from '../../core/amount.ts'
import { isObject } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import { urlKey } from '../../core/urls.ts'
import { assetIn, walletDocumentIn } from '../../core/wallet-document.ts'

/** Something that a server has shown under a URL. */
export interface ServerFact {
  kind: ResourceKind | 'wallet'
  /** The asset of a wallet address, or of the amounts of an incoming payment. */
  asset?: Asset | undefined
  /** Set for an incoming payment in its full form: true if it has an incomingAmount. */
  isFixed?: boolean
  /** The wallet address of a quote. */
  wallet?: string
}

/** Facts that the responses so far have shown. They judge a request that cannot be judged by itself. */
export interface Facts {
  at: (url: unknown) => ServerFact | undefined
}

export interface LearnedFacts extends Facts {
  /** Learns from one more accepted response. `operation` is undefined if it may show a wallet address. */
  learn: (operation: OperationId | undefined, json: unknown) => void
}

export function createFacts(): LearnedFacts {
  const known = createMemory<ServerFact>()
  const add = (url: unknown, fact: ServerFact): void => {
    if (typeof url === 'string') known.set(urlKey(url), { ...known.get(urlKey(url)), ...fact })
  }
  return {
    at: (url) => (typeof url === 'string' ? known.get(urlKey(url)) : undefined),
    learn: (operation, json) => {
      if (operation === undefined) {
        const { id, asset, authServer } = walletDocumentIn(json)
        if (id !== undefined && asset && authServer !== undefined) add(id, { kind: 'wallet', asset })
        return
      }
      for (const kind of kinds)
        for (const { id, fields } of resourcesIn({ exchange: { operation }, accepted: true, json }, kind)) {
          for (const [field, named] of Object.entries(namedIn)) add(fields[field], { kind: named })
          add(id, { kind, ...detailsOf[kind](fields) })
        }
    },
  }
}

/** The kinds of what the fields of resources name. */
const namedIn = { walletAddress: 'wallet', receiver: 'incoming-payment', quoteId: 'quote' } as const

const kinds = ['incoming-payment', 'outgoing-payment', 'quote'] as const

const detailsOf: Record<ResourceKind, (fields: Record<string, unknown>) => Partial<ServerFact>> = {
  // The public form leaves incomingAmount out.
  'incoming-payment': ({ completed, incomingAmount, receivedAmount }) =>
    typeof completed === 'boolean'
      ? { isFixed: isObject(incomingAmount), asset: assetIn(receivedAmount) }
      : {},
  'outgoing-payment': () => ({}),
  quote: ({ walletAddress }) => (typeof walletAddress === 'string' ? { wallet: walletAddress } : {}),
}

/** Returns true or false if both assets are known, and undefined otherwise. */
export function isInAsset(amount: unknown, asset: Asset | undefined): boolean | undefined {
  const own = assetIn(amount)
  return own && asset && sameAsset(own, asset)
}
