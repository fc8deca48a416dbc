import type { Asset } from '../core/amounts.ts'
import type { ReceiverKind, Right } from './resources.ts'

/** What a world begins with. The built-in world and that of a file are data of this one shape. */
export interface Fixtures {
  assets: readonly AssetFixture[]
  /** The first is that of the client whom the tokens belong to that name no other. */
  keys: readonly KeyFixture[]
  /** The first is the one under test. */
  wallets: readonly WalletFixture[]
  tokens: readonly TokenFixture[]
  /** To pay into. */
  receivers: readonly ReceiverFixture[]
  /** To be read and listed. */
  incomingPayments: readonly IncomingPaymentFixture[]
}

export interface AssetFixture extends Asset {
  /** What one whole unit is worth in the currency in which all rates are stated: `1.08` or `2/301`. */
  rate: string
}

/** A public JWK; or a kid alone, for which the mock makes a key whose private half it knows. */
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
  /** Last segment of its URL. */
  name: string
  assetCode: string
  /** Whether it has paid before, where it has receivers in its asset that show it. */
  history?: boolean
}

export interface TokenFixture {
  /** Made up where absent. */
  value?: string
  /** kid of the key that it is bound to. */
  key?: string
  /** Names of the wallets it acts on; the first is meant where a request names none. */
  wallets: readonly string[]
  /** All where absent. */
  rights?: readonly Right[]
  /** Whether it reads and lists only what its own client created. */
  ownOnly?: boolean
  /** From the beginning of the world; for ever where absent. */
  expiresIn?: string
  revoked?: boolean
  /** Whether another value has taken its place. */
  rotated?: boolean
  /** Limit on the sum of debit amounts. */
  debitLimit?: string
  /** Limit on the sum of receive amounts, in the asset of its first wallet. */
  receiveLimit?: string
  /** ISO 8601 repeating interval, in each of whose periods the limits apply anew. */
  interval?: string
  /** It may pay into one receiver only: the first of this kind on another wallet in the same asset. */
  receiver?: ReceiverKind
}

/** Amounts are in the asset of the wallet, in its smallest unit. */
export interface IncomingPaymentFixture {
  /** Name of the wallet that it is made into. */
  wallet: string
  /** Made up where absent. */
  id?: string
  incomingAmount?: string
  receivedAmount?: string
  completed?: boolean
  /** From the beginning of the world. */
  expiresIn?: string
  metadata?: Record<string, unknown>
}

/** What is absent, its kind decides. */
export interface ReceiverFixture extends IncomingPaymentFixture {
  kind: ReceiverKind
}

/** The receiver that a token is limited to which names a kind: the first of that kind on another wallet in the same asset. */
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
