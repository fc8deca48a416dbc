import type { Amount, Asset } from '../core/amounts.ts'
import type { PublicKey } from '../core/request.ts'

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
  | 'rotated'
  | 'ownOnly'
  | 'limited'
  | 'limitedPerInterval'
  | 'limitedReceive'
  | 'limitedToReceiver'
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
  /** It reads and lists only what its own client created. */
  ownOnly?: true
  /** What a token of a grant may do, in place of rights. */
  access?: readonly Access[]
  /** By which it was given; absent where the token is a grant of its own. */
  grant?: Grant
  expiresAt?: number
  revoked?: true
  /** Another value has taken its place. */
  rotated?: true
  /** Of what the payments with a token of the fixtures may spend. */
  limits?: TokenLimits
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

export const fates = ['fails', 'stalls'] as const
export type Fate = (typeof fates)[number]

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
  /** The item of the token's access that it counts towards; absent if the token has none. */
  access?: Access
  /** Who made it; absent where the world began with it. */
  client?: Client
  failed: boolean
  /** What was ordered to become of it half way. */
  fate?: Fate
  metadata?: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

/** What a grant gives access to, as an access item of Open Payments' GNAP says it. */
export interface Access {
  type: AccessType
  actions: readonly AccessAction[]
  /** URL of the one wallet address it is for; absent: any. */
  identifier?: string
  /** Of what its payments may spend. */
  limits?: TokenLimits
}

export type AccessType = 'quote' | 'incoming-payment' | 'outgoing-payment'

/** `read` and `list` are of what the client itself made, `read-all` and `list-all` of everything. */
export type AccessAction = 'create' | 'complete' | 'read' | 'read-all' | 'list' | 'list-all'

export interface TokenLimits {
  /** URL of the one incoming payment that may be paid into. */
  receiver?: string
  debitAmount?: Amount
  receiveAmount?: Amount
  /** ISO 8601 repeating interval, in each of whose periods the amounts may be spent anew. */
  interval?: string
}

/** What a client has asked the authorization server for, and what came of it. */
export interface Grant {
  /** Of its continuation: the last segment of the URL. */
  id: string
  client: Client
  /** Empty where no token is asked for. */
  tokens: readonly GrantedToken[]
  /** The wallet address that the client wants to know to be the person's own. */
  subject?: string
  /** `asked`: a person has not decided yet; `accepted`: and the client has not continued since. */
  state: 'asked' | 'accepted' | 'denied' | 'given'
  /** The access token of its continuation. */
  continueToken: string
  /** Before that instant it is too early to continue. */
  continueFrom: number
  /** Absent where no person was asked. */
  interaction?: Interaction
}

/** A token that a client asks for. */
export interface AskedToken {
  /** By which the client tells it from others; each of several tokens has one, a single token none. */
  label?: string
  access: readonly Access[]
}

/** A token of a grant. */
export interface GrantedToken extends AskedToken {
  /** Absent until it is given. */
  token?: Token
  /** The one before it, which was rotated. */
  before?: Token
  /** The last segment of the URL where it is managed. */
  manageId: string
}

/** A person's part in a grant. */
export interface Interaction {
  /** Both are in the URL of the consent page. */
  id: string
  secret: string
  /** Until when the person may decide. */
  expiresAt: number
  /** The server's part of what the hash of the finish is made of. */
  nonce: string
  /** Where the person goes afterwards, and the client's part of the hash. */
  finish?: { uri: string; nonce: string }
  /** The URL that the grant was requested at, which is part of the hash. */
  endpoint: string
  /** By which the client proves that the person came back; made when the person decides. */
  reference?: string
}

/** The grants of a world, each by the three ids that requests name it by. */
export interface Grants {
  byId: Map<string, Grant>
  byInteraction: Map<string, Grant>
  byManageId: Map<string, Grant>
}

export function noGrants(): Grants {
  return { byId: new Map(), byInteraction: new Map(), byManageId: new Map() }
}
