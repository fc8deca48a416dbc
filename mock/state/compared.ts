import type { Asset } from '../core/amounts.ts'

/**
 * The names of the texts that guards and lookups compare. The strict mock accepts only an identical text. A fault
 * replaces one of the comparisons with a weaker one.
 */
export type Compared =
  /** Compares an access token with the known tokens. */
  | 'token'
  /** Compares the keyid of a signature with the ids of the known keys. */
  | 'key-id'
  /** Compares the key of a signature with the key of the token's client. */
  | 'key-of-token'
  /** Compares the id in a path with the ids of the resources. */
  | 'id-of-quote'
  | 'id-of-incoming-payment'
  | 'id-of-outgoing-payment'
  /** Compares the end of a URL, in a body or a query, with the ids of the resources or the names of the wallets. */
  | 'receiver-of-quote'
  | 'receiver-of-payment'
  | 'quote-of-payment'
  | 'wallet-of-quote'
  | 'wallet-of-payment'
  | 'wallet-of-incoming-payment'
  | 'wallet-of-list'
  /** Compares an asset code with that of a wallet. */
  | 'asset-of-quote'
  | 'asset-of-payment'
  | 'asset-of-incoming-payment'

/** A collection in which a value is looked up by a text, such as a Map or a Store. */
export interface Among<T> {
  get: (known: string) => T | undefined
  keys: () => Iterable<string>
}

export interface Comparisons {
  /** Returns true if the text of a request equals a known text. */
  same: (what: Compared, given: string, known: string) => boolean
  /** Looks up the value that is known under a text. */
  find: <T>(what: Compared, given: string, among: Among<T>) => T | undefined
}

export const comparing: Comparisons = {
  same: (_, given, known) => given === known,
  find: (_, given, among) => among.get(given),
}

/** Returns true if the amount of a request is in the given asset. */
export function isInAsset(
  { same }: Pick<Comparisons, 'same'>,
  what: Compared,
  given: Asset,
  { assetCode, assetScale }: Asset,
): boolean {
  return given.assetScale === assetScale && same(what, given.assetCode, assetCode)
}
