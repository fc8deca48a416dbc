import type { Asset } from '../core/amounts.ts'

/**
 * What guards and lookups compare as texts, by name. The strict mock takes only the very same text; a fault puts a weaker
 * comparison in the place of one of them.
 */
export type Compared =
  /** An access token with those that there are. */
  | 'token'
  /** The keyid of a signature with the ids of the keys. */
  | 'key-id'
  /** The key of a signature with that of the token's client. */
  | 'key-of-token'
  /** The id in a path with those of the resources. */
  | 'id-of-quote'
  | 'id-of-incoming-payment'
  | 'id-of-outgoing-payment'
  /** The end of a URL in a body or a query with the ids of the resources, or the names of the wallets. */
  | 'receiver-of-quote'
  | 'receiver-of-payment'
  | 'quote-of-payment'
  | 'wallet-of-quote'
  | 'wallet-of-payment'
  | 'wallet-of-incoming-payment'
  | 'wallet-of-list'
  /** An asset code with that of a wallet. */
  | 'asset-of-quote'
  | 'asset-of-payment'
  | 'asset-of-incoming-payment'

/** What is looked up by a text. */
export interface Among<T> {
  get: (known: string) => T | undefined
  keys: () => Iterable<string>
}

export interface Comparisons {
  /** Whether what a request gives is what is known. */
  same: (what: Compared, given: string, known: string) => boolean
  /** What is known under that text. */
  find: <T>(what: Compared, given: string, among: Among<T>) => T | undefined
}

export const comparing: Comparisons = {
  same: (_, given, known) => given === known,
  find: (_, given, among) => among.get(given),
}

/** Whether an amount that a request gives is in an asset. */
export function isInAsset(
  { same }: Pick<Comparisons, 'same'>,
  what: Compared,
  given: Asset,
  { assetCode, assetScale }: Asset,
): boolean {
  return given.assetScale === assetScale && same(what, given.assetCode, assetCode)
}
