import type { PublicKey } from '../signatures/request.ts'
import type { Access } from './access.ts'
import type { Grant } from './grants.ts'

export interface Asset {
  assetCode: string
  assetScale: number
}

/** An amount inside the mock; on the wire its value is a string. */
export interface Amount extends Asset {
  value: bigint
}

export interface Wallet {
  /** Last segment of its URL. */
  name: string
  asset: Asset
}

/** Who signs: a key pair that the server has registered, or learnt of by a grant request. */
export interface Client {
  key: PublicKey
  /** Whose key it is, where it was learnt of by a grant request: a wallet address, or the key's thumbprint. */
  identity?: string
  /** The private half as a JWK, where the mock made the key: for the target file and for tests. */
  privateJwk?: Readonly<Record<string, string>>
}

export type Right = 'create' | 'read'

export type TokenKind =
  | 'full'
  | 'readOnly'
  | 'writeOnly'
  | 'expired'
  | 'revoked'
  | 'limited'
  | 'otherClient'
  | 'receivers'
  /** None of these. */
  | 'further'

export interface Token {
  value: string
  kind: TokenKind
  /** Only requests signed with this client's key may use it. */
  client: Client
  /** The wallets it acts on; the first is meant where a request names none. */
  wallets: readonly [Wallet, ...Wallet[]]
  /** What a token of the fixtures may do with all of its wallets. */
  rights: readonly Right[]
  /** What a token of a grant may do, in place of rights. */
  access?: readonly Access[]
  /** By which it was given; absent where the token is a grant of its own. */
  grant?: Grant
  expiresAt?: number
  revoked?: true
  /** Limit on the sum of debit amounts. */
  debitLimit?: bigint
}

/** What an incoming payment was made for: to be paid into, by kind, or `own`: to be read and listed. */
export type IncomingPaymentKind =
  | 'open'
  | 'fixed'
  | 'otherAsset'
  | 'expiring'
  | 'expired'
  | 'completed'
  | 'failing'
  | 'own'

export type ReceiverKind = Exclude<IncomingPaymentKind, 'own'>

export interface IncomingPayment {
  id: string
  kind: IncomingPaymentKind
  wallet: Wallet
  incomingAmount?: Amount
  receivedAmount: Amount
  completed: boolean
  expiresAt: number
  metadata?: Record<string, unknown>
  createdAt: number
  updatedAt: number
  /** Who made it; absent where the world began with it. */
  client?: Client
  ilpAddress: string
  sharedSecret: string
}

export interface Quote {
  id: string
  wallet: Wallet
  receiver: IncomingPayment
  debitAmount: Amount
  receiveAmount: Amount
  /** Who made it; absent where the world began with it. */
  client?: Client
  createdAt: number
  expiresAt: number
}

export interface OutgoingPayment {
  id: string
  wallet: Wallet
  quote?: Quote
  receiver: IncomingPayment
  debitAmount: Amount
  receiveAmount: Amount
  sentAmount: Amount
  /** What of it has arrived at the receiver. */
  deliveredAmount: Amount
  /** The access token it was created with. */
  token: Token
  /** Who made it; absent where the world began with it. */
  client?: Client
  failed: boolean
  metadata?: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

export const uint64Max = 2n ** 64n - 1n

export function amountOf(value: bigint, { assetCode, assetScale }: Asset): Amount {
  return {
    value,
    assetCode,
    assetScale,
  }
}

export function sameAsset(a: Asset, b: Asset): boolean {
  return a.assetCode === b.assetCode && a.assetScale === b.assetScale
}
