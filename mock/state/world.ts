import type { Amount } from '../core/amounts.ts'
import type { Answer, Family, Refusal, Shown } from '../core/answer.ts'
import type { OperationId, ProfileName } from '../core/operations.ts'
import type { Random } from '../core/random.ts'
import type { KeyLookup, PublicKey, ReceivedRequest } from '../core/request.ts'
import type { DigestVerification, Verification } from '../core/verification.ts'
import type { Rates } from './assets.ts'
import type { Comparisons } from './compared.ts'
import type { GrantSpent, Ledger, SettlingStep } from './ledger.ts'
import type {
  AskedPage,
  IncomingOrder,
  Page,
  PaymentOrder,
  Priced,
  PriceOrder,
  QuoteOrder,
} from './orders.ts'
import type {
  Access,
  Client,
  Grants,
  IncomingPayment,
  OutgoingPayment,
  Quote,
  Token,
  Wallet,
} from './resources.ts'
import type { Store, Stored } from './store.ts'

// A world and what goes through it name each other, so they stand in one file.

/** All that one mock knows, and the named functions by which it works. Nothing is kept anywhere else. */
export interface World {
  behaviour: Behaviour
  profile: ProfileName
  /** The interface's {base_url}; known for certain once the mock listens. */
  publicUrl: string
  now: () => number
  /** When it began; what is older, it began with. */
  beginning: number
  random: Random
  rates: Rates
  /** By name, the one under test first. */
  wallets: ReadonlyMap<string, Wallet>
  /** Whoever has a key here, by key id. */
  keys: ReadonlyMap<string, Client>
  /** Whose token the full one is, another with rights of its own, one with none. */
  clients: { signing: Client; otherClient: Client; otherKey: Client }
  /** By value. */
  tokens: Map<string, Token>
  /** Of the authorization server. */
  grants: Grants
  quotes: Store<Quote>
  incomingPayments: Store<IncomingPayment>
  outgoingPayments: Store<OutgoingPayment>
  ledger: Ledger
  /** Other worlds of this process whose incoming payments can be paid, as banks of one network; none by default. */
  peers: () => readonly World[]
}

/** What resources of one kind lie under. */
export type Collection = 'quotes' | 'outgoing-payments' | 'incoming-payments'

/**
 * What the mock does that is no refusal, by what it is about. The functions know their world. A fault replaces some of
 * them; the strict ones stand in strict.ts.
 */
export interface Behaviour {
  requests: RequestBehaviour
  urls: UrlBehaviour
  quotes: QuoteBehaviour
  outgoingPayments: OutgoingPaymentBehaviour
  incomingPayments: IncomingPaymentBehaviour
  grants: GrantBehaviour
  lists: ListBehaviour
  answers: AnswerBehaviour
}

/** How requests are read and compared with what is known. */
interface RequestBehaviour extends Comparisons {
  /** Told of each request to an operation before anything else is done. */
  began: (arrived: Arrived) => void
  /** The value of the authorization header, or what is taken in its place. */
  authorization: (request: ReceivedRequest) => string | undefined
  /** The public key that a signature is verified with. */
  keyFor: (keyId: string, token: Token | undefined) => PublicKey | undefined
  verifySignature: (request: ReceivedRequest, keys: KeyLookup) => Verification
  verifyDigest: (request: ReceivedRequest) => DigestVerification
}

interface UrlBehaviour {
  /** The id of a resource that is made; it stands percent-encoded at the end of its URL. */
  newId: (random: Random) => string
  /** Whether an id has the form of those that this server makes. */
  isId: (text: string) => boolean
  /** What stands before the name of a wallet in its URL. */
  walletsBelow: (publicUrl: string) => string
  /** What of a URL follows that base; empty if it lies elsewhere. */
  below: (base: string, url: string) => string
  /** What stands before the folder of a collection in the URLs of its resources, without a slash at its end. */
  resourcesBelow: (publicUrl: string) => string
  /** The path from there to the ids of a collection, as the URLs of its resources show it. */
  folder: (collection: Collection) => string
}

interface QuoteBehaviour {
  price: (order: PriceOrder, rates: Rates) => Priced
  /** The receive amount of a quote that names none: what is still missing of the incoming amount. */
  inferred: (receiver: IncomingPayment) => bigint
  expiry: (receiver: IncomingPayment, now: number) => number
  /** Makes a quote on the wish of a client. */
  make: (order: QuoteOrder, client: Client | undefined) => Quote
  /** Whether a quote has been used up by a payment. */
  isPaid: (quote: Quote) => boolean
  show: (quote: Quote) => Shown
}

interface OutgoingPaymentBehaviour {
  /** Both amounts of a payment: its quote's, or those of a debit amount. */
  amounts: (order: PaymentOrder) => Priced
  /** Milliseconds after its creation at which a payment is a part further; then the last part is done. */
  pace: (payment: OutgoingPayment) => readonly number[]
  /** Whether a payment can go on at its next step, or has failed. */
  canGoOn: (step: SettlingStep) => boolean
  /** What a payment has sent in all after a step. */
  sends: (step: SettlingStep) => bigint
  /** What of a payment has arrived in all after a step. */
  arrives: (step: SettlingStep) => bigint
  show: (payment: OutgoingPayment) => Shown
}

interface IncomingPaymentBehaviour {
  /** What may still be paid into a receiver, payments under way counted as paid in; undefined without limit. */
  room: (receiver: IncomingPayment) => bigint | undefined
  /** Whether an incoming payment is done receiving. */
  isFull: (receiver: IncomingPayment) => boolean
  /** Makes an incoming payment on the wish of a client. */
  make: (order: IncomingOrder, client: Client | undefined) => IncomingPayment
  /** Completes one on the wish of a client. */
  complete: (payment: IncomingPayment) => void
  /** The full form, as the lists show it. */
  show: (payment: IncomingPayment) => Shown
  showMethods: (payment: IncomingPayment) => Shown[]
  showPublicForm: (payment: IncomingPayment) => Shown
  /** What a token that may read it gets for an incoming payment. */
  showToReader: (payment: IncomingPayment) => Answer
  /** What a valid token of another wallet gets for an incoming payment. */
  showToStranger: (payment: IncomingPayment) => Answer
  /** What a request without a token gets for an incoming payment, where it gets any. */
  showToAnyone: (payment: IncomingPayment) => Answer
}

/** How tokens are given, and what they still permit. */
interface GrantBehaviour {
  /** What may still be debited by a token, or an item of its access; undefined without limit. */
  allowance: (by: Token | Access) => bigint | undefined
  /** What may still be brought to receivers by it, in the asset of that limit; undefined without limit. */
  receiveAllowance: (by: Token | Access) => Amount | undefined
  /** Whether what an operation reads or lists counts as created by the client of the token. */
  isOwn: (token: Token, made: { client?: Client }, operation: OperationId) => boolean
  /** Milliseconds that an access token lives. */
  tokenLife: () => number
  /** What the grant of a token has spent; undefined where it has not paid. */
  spentBy: (token: Token) => GrantSpent | undefined
  /** What a payment shows of its grant. */
  shownSpent: (payment: OutgoingPayment) => GrantSpent | undefined
  /** The hash by which a client knows the person who comes back, of the text that RFC 9635, section 4.2.3, has. */
  interactionHash: (text: string) => string
  /** Whether a grant request may ask for several tokens. */
  givesSeveralTokens: () => boolean
  /** What stands in the query of the redirect after a person declined. `accepted`: what would stand there otherwise. */
  declined: (accepted: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

interface ListBehaviour {
  /** What a list of a wallet is a list of, oldest first. */
  items: <T extends Stored>(store: Store<T>, wallet: Wallet, token: Token | undefined) => readonly T[]
  page: <T extends { id: string }>(items: readonly T[], asked: AskedPage) => Page<T>
  /** A cursor as clients see it, and what it stands for when they send it. */
  showCursor: (cursor: string) => string
  readCursor: (shown: string) => string
}

interface AnswerBehaviour {
  showTime: (milliseconds: number) => string
  showAmount: (amount: Amount) => Shown
  /** The value of WWW-Authenticate on a 401, or none. */
  challenge: (authServer: string) => string | undefined
  refused: (refusal: NamedRefusal) => Answer
  /** The last that is done to an answer that is no refusal. */
  answered: (answer: Answer, operation: OperationId) => Answer
}

/** A refusal with the guard that made it and the request that it was made on. */
export interface NamedRefusal extends Refusal {
  guard: string
  /** Absent where no operation was addressed. */
  context?: Context
}

/** A request on its way through the guards of one route. */
export interface Context {
  readonly world: World
  readonly operation: OperationId
  readonly request: ReceivedRequest
  /** The path's {id}; empty where the path has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** The body as JSON, or undefined where it is none. */
  readonly json: unknown
  /** The value of the authorization header, if it is there. */
  readonly authorization: string | undefined
  /** Scheme and token of the authorization header, where it has both. */
  readonly credentials: Credentials | undefined
  /** What verifying signature and digest came to; worked out when first asked for. */
  readonly verified: { signature: () => Verification; digest: () => DigestVerification }
  token: Token | undefined
  subject: RequestSubject
  /** What was let pass although it should not be sent so. */
  readonly warnings: string[]
  /** Families of which a guard was left out that would have refused this request. */
  readonly passedOver: Set<Family>
}

export interface Credentials {
  scheme: string
  token: string
}

/** What a request is about, as far as it can be made out; what cannot be is undefined. */
export interface RequestSubject {
  wallet?: Wallet | undefined
  receiver?: IncomingPayment | undefined
  debitAmount?: Amount | undefined
  receiveAmount?: Amount | undefined
  quote?: Quote | undefined
  /** The URI by which a quote is named, whether there is one or not. */
  quoteId?: string | undefined
  metadata?: Record<string, unknown> | undefined
  incomingPayment?: IncomingPayment | undefined
  outgoingPayment?: OutgoingPayment | undefined
  incomingAmount?: Amount | undefined
  /** When an incoming payment is to expire. */
  expiresAt?: number | undefined
}

/** A request to an operation, before anything is made of it. */
export interface Arrived {
  world: World
  operation: OperationId
  request: ReceivedRequest
  id: string
}
