import type { Asset } from '../core/amounts.ts'
import type { ReceiverKind, Right } from './resources.ts'

/** The initial content of a world. The built-in world and the world of a file both have this form. */
export interface Fixtures {
  assets: readonly AssetFixture[]
  /** Public keys of clients. The first belongs to the client of every token that names no key. */
  keys: readonly KeyFixture[]
  /** Wallets. The first is the one under test. */
  wallets: readonly WalletFixture[]
  tokens: readonly TokenFixture[]
  /** Incoming payments that can be paid into. */
  receivers: readonly ReceiverFixture[]
  /** Incoming payments that are only read and listed. */
  incomingPayments: readonly IncomingPaymentFixture[]
}

export interface AssetFixture extends Asset {
  /** The value of one whole unit in the currency in which all rates are stated: `1.08` or `2/301`. */
  rate: string
}

/** A public JWK, or only a kid. For a kid, the mock makes a key, so it knows the private half. */
export interface KeyFixture {
  kid: string
  kty?: string
  alg?: string | undefined
  crv?: string
  x?: string
  y?: string
  n?: string
  e?: string
  use?: string
  key_ops?: readonly string[]
}

export interface WalletFixture {
  /** The last segment of the wallet's URL. */
  name: string
  assetCode: string
  /**
   * Set if the wallet has paid before. The world then begins with past payments from it, provided that suitable
   * receivers exist in its asset.
   */
  history?: boolean
}

export interface TokenFixture {
  /** The mock makes up a value if this is left out. */
  value?: string
  /** The kid of the key that the token is bound to. */
  key?: string
  /** The names of the wallets that the token acts on. The first is used if a request names none. */
  wallets: readonly string[]
  /** The token has all rights if this is left out. */
  rights?: readonly Right[]
  /** Set if the token reads and lists only what its own client created. */
  ownOnly?: boolean
  /** The time from the beginning of the world to the token's expiry. The token never expires if this is left out. */
  expiresIn?: string
  revoked?: boolean
  /** Set if another value has replaced this one. */
  rotated?: boolean
  /** The limit on the sum of debit amounts. */
  debitLimit?: string
  /** The limit on the sum of receive amounts, in the asset of the token's first wallet. */
  receiveLimit?: string
  /** An ISO 8601 repeating interval. The limits apply anew in each of its periods. */
  interval?: string
  /** The token may pay into one receiver only: the first of this kind on another wallet in the same asset. */
  receiver?: ReceiverKind
}

/** An incoming payment of the fixtures. Its amounts are in the asset of the wallet, in the smallest unit. */
export interface IncomingPaymentFixture {
  /** The name of the wallet that receives the payment. */
  wallet: string
  /** The mock makes up an id if this is left out. */
  id?: string
  incomingAmount?: string
  receivedAmount?: string
  completed?: boolean
  /** The time from the beginning of the world to its expiry. */
  expiresIn?: string
  metadata?: Record<string, unknown>
}

/** An incoming payment to pay into. Its kind decides the fields that the fixture leaves out. */
export interface ReceiverFixture extends IncomingPaymentFixture {
  kind: ReceiverKind
}

/**
 * Returns the receiver that a token with a receiver kind may pay: the first of that kind on another wallet in the same
 * asset.
 */
export function payableBy(
  { name, assetCode }: WalletFixture,
  kind: ReceiverKind,
  { wallets, receivers }: Pick<Fixtures, 'wallets' | 'receivers'>,
): ReceiverFixture | undefined {
  const assetOf = (wallet: string): string | undefined =>
    wallets.find((one) => one.name === wallet)?.assetCode
  return receivers.find(
    (one) => one.kind === kind && one.wallet !== name && assetOf(one.wallet) === assetCode,
  )
}
