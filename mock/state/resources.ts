import type { Amount, Asset } from '../core/amounts.ts'
import type { PublicKey } from '../core/request.ts'

export interface Wallet {
  /** The last segment of the wallet's URL. */
  name: string
  asset: Asset
}

/** A signer of requests. The server has registered its key, or learnt it from a grant request. */
export interface Client {
  key: PublicKey
  /** The owner of a key that was learnt from a grant request: a wallet address, or the key's thumbprint. */
  identity?: string
  /** The private half as a JWK, for the target file and for tests. Only a key that the mock made has it. */
  privateJwk?: Readonly<Record<string, string>>
}

export type Right = 'create' | 'read'

export type TokenKind =
  | 'full'
  | 'readOnly'
  | 'writeOnly'
  | 'expired'
  | 'revoked'
  | 'rotated'
  | 'ownOnly'
  | 'limited'
  | 'limitedPerInterval'
  | 'limitedReceive'
  | 'limitedToReceiver'
  | 'otherClient'
  | 'receivers'
  /** Any token that is none of the above. */
  | 'further'

export interface Token {
  value: string
  kind: TokenKind
  /** The client whose key must sign every request with this token. */
  client: Client
  /** The wallets that the token acts on. The first is used if a request names none. */
  wallets: readonly [Wallet, ...Wallet[]]
  /** The rights of a token from the fixtures. They apply to all of its wallets. */
  rights: readonly Right[]
  /** The token reads and lists only what its own client created. */
  ownOnly?: true
  /** The access of a token from a grant, which replaces `rights`. */
  access?: readonly Access[]
  /** The grant that gave the token, or undefined if the token counts as a grant of its own. */
  grant?: Grant
  expiresAt?: number
  revoked?: true
  /** Set if another value has replaced this one. */
  rotated?: true
  /** Limits on the payments with a token from the fixtures. */
  limits?: TokenLimits
}

export const receiverKinds = [
  'open',
  'fixed',
  'otherAsset',
  'expiring',
  'expired',
  'completed',
  'failing',
] as const
export type ReceiverKind = (typeof receiverKinds)[number]

/** The purpose of an incoming payment: a kind of receiver to pay into, or `own`, to be read and listed. */
export type IncomingPaymentKind = ReceiverKind | 'own'

/** The fields that every resource has. */
export interface Stored {
  id: string
  wallet: Wallet
  /** The instant of creation in milliseconds. */
  createdAt: number
  /** The client that made it, or undefined if the world began with it. */
  client?: Client
}

export interface IncomingPayment extends Stored {
  kind: IncomingPaymentKind
  incomingAmount?: Amount
  receivedAmount: Amount
  completed: boolean
  expiresAt: number
  metadata?: Record<string, unknown>
  updatedAt: number
  ilpAddress: string
  sharedSecret: string
}

export interface Quote extends Stored {
  receiver: IncomingPayment
  debitAmount: Amount
  receiveAmount: Amount
  expiresAt: number
}

export const fates = ['fails', 'stalls'] as const
export type Fate = (typeof fates)[number]

export interface OutgoingPayment extends Stored {
  quote?: Quote
  receiver: IncomingPayment
  debitAmount: Amount
  receiveAmount: Amount
  sentAmount: Amount
  /** The part that has arrived at the receiver. */
  deliveredAmount: Amount
  /** The access token that created the payment. */
  token: Token
  /** The item of the token's access that the payment counts towards, or undefined if the token has none. */
  access?: Access
  failed: boolean
  /** The outcome that was ordered for the payment when it is half way. */
  fate?: Fate
  metadata?: Record<string, unknown>
  updatedAt: number
}

export function isSentInFull({
  sentAmount,
  debitAmount,
}: Pick<OutgoingPayment, 'sentAmount' | 'debitAmount'>): boolean {
  return sentAmount.value === debitAmount.value
}

/** An access item of a grant, as GNAP defines it for Open Payments. */
export interface Access {
  type: AccessType
  actions: readonly GrantedAction[]
  /** The URL of the only wallet address that the item covers, or undefined if it covers all. */
  identifier?: string
  /** Limits on the payments that this item allows. */
  limits?: TokenLimits
}

export type AccessType = 'quote' | 'incoming-payment' | 'outgoing-payment'

/** `read` and `list` cover what the client itself made. `read-all` and `list-all` cover everything. */
export type GrantedAction = 'create' | 'complete' | 'read' | 'read-all' | 'list' | 'list-all'

export interface TokenLimits {
  /** The URL of the only incoming payment that may be paid into. */
  receiver?: string
  debitAmount?: Amount
  receiveAmount?: Amount
  /** An ISO 8601 repeating interval. The amounts may be spent anew in each of its periods. */
  interval?: string
}

/** A request to the authorization server, and its outcome so far. */
export interface Grant {
  /** The last segment of the URL at which the client continues the grant. */
  id: string
  client: Client
  /** The list is empty if the client asks for no token. */
  tokens: readonly GrantToken[]
  /** The wallet address that the client asks the server to confirm as the person's own. */
  subject?: string
  /** `asked`: the person has not decided yet. `accepted`: the person agreed, and the client has not continued since. */
  state: 'asked' | 'accepted' | 'denied' | 'given'
  /** The access token for continuing the grant. */
  continueToken: string
  /** The earliest instant at which the client may continue. */
  continueFrom: number
  /** The person's part, or undefined if no person was asked. */
  interaction?: Interaction
}

export interface AskedToken {
  /** The name by which the client tells the tokens apart. Each of several tokens has one, a single token has none. */
  label?: string
  access: readonly Access[]
}

export interface GrantToken extends AskedToken {
  /** The token, or undefined until the server gives it. */
  token?: Token
  /** The previous token, which was rotated. */
  before?: Token
  /** The last segment of the URL at which the token is managed. */
  manageId: string
}

/** A person's part in a grant. */
export interface Interaction {
  /** The URL of the consent page contains both. */
  id: string
  secret: string
  /** The instant until which the person may decide. */
  expiresAt: number
  /** The server's nonce, which is part of the interaction hash. */
  nonce: string
  /** The URI that the person is sent to afterwards, and the client's nonce for the hash. */
  finish?: { uri: string; nonce: string }
  /** The URL of the grant request, which is part of the hash. */
  endpoint: string
  /** The proof that the person came back, which the client sends. The server makes it when the person decides. */
  reference?: string
}

/** The grants of a world, by each of the three ids that requests can name. */
export interface GrantStore {
  byId: Map<string, Grant>
  byInteraction: Map<string, Grant>
  byManageId: Map<string, Grant>
}

export function noGrants(): GrantStore {
  return { byId: new Map(), byInteraction: new Map(), byManageId: new Map() }
}
