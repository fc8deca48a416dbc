import type { Amount } from '../core/amounts.ts'
import type { Answer, Family, RefusalAnswer, Shown } from '../core/answer.ts'
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
  PaymentRequest,
  Priced,
  PriceOrder,
  QuoteOrder,
} from './orders.ts'
import type {
  Access,
  Client,
  GrantStore,
  IncomingPayment,
  OutgoingPayment,
  Quote,
  Stored,
  Token,
  Wallet,
} from './resources.ts'
import type { Store } from './store.ts'

// A world and its request context refer to each other, so they share a file.

/** All state of one mock, and the named functions that define its behaviour. No state is kept anywhere else. */
export interface World {
  behaviour: Behaviour
  profile: ProfileName
  /** The interface's {base_url}. It is final once the mock listens. */
  publicUrl: string
  now: () => number
  /** The instant at which the world began. Anything older belongs to its initial content. */
  beginning: number
  random: Random
  rates: Rates
  /** Wallets by name. The first is the one under test. */
  wallets: ReadonlyMap<string, Wallet>
  /** Clients by the id of their key. */
  keys: ReadonlyMap<string, Client>
  /** The client of the full token, another client with rights of its own, and one without any. */
  clients: { signing: Client; otherClient: Client; otherKey: Client }
  /** Tokens by their value. */
  tokens: Map<string, Token>
  /** The grants of the authorization server. */
  grants: GrantStore
  quotes: Store<Quote>
  incomingPayments: Store<IncomingPayment>
  outgoingPayments: Store<OutgoingPayment>
  ledger: Ledger
  /**
   * Other worlds of this process whose incoming payments can be paid, like other banks in one network. By default,
   * there are none.
   */
  peers: () => readonly World[]
}

/** The kinds of resources, as they appear in paths. */
export type Collection = 'quotes' | 'outgoing-payments' | 'incoming-payments'

/**
 * The mock's behaviour apart from its guards, grouped by subject. Each function is bound to its world. A fault replaces
 * some of the functions. The strict ones are in strict.ts.
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

/** Functions that read requests and compare them with known values. */
interface RequestBehaviour extends Comparisons {
  /** Called for each request to an operation, before anything else happens. */
  began: (arrived: Arrived) => void
  /** Returns the path by which the operation is found, from the path as received. */
  pathOf: (path: string) => string
  /** Returns the value of the authorization header, or whatever is accepted in its place. */
  authorization: (request: ReceivedRequest) => string | undefined
  /** Returns the public key that verifies a signature. */
  keyFor: (keyId: string, token: Token | undefined) => PublicKey | undefined
  verifySignature: (request: ReceivedRequest, keys: KeyLookup) => Verification
  verifyDigest: (request: ReceivedRequest) => DigestVerification
  /** Reads the body of a request as JSON. Returns undefined if it is not JSON. */
  readBody: (bytes: Uint8Array, request: ReceivedRequest) => unknown
}

interface UrlBehaviour {
  /** Makes the id of a new resource. The URL ends with it, percent-encoded. */
  newId: (random: Random) => string
  /** Returns true if an id has the form of this server's ids. */
  isId: (text: string) => boolean
  /** Returns the part of a wallet's URL that precedes its name. */
  walletsBelow: (publicUrl: string) => string
  /** Returns the part of a URL that follows the base, or an empty text if the URL does not begin with it. */
  below: (base: string, url: string) => string
  /** Returns the part of a resource's URL that precedes the folder of its collection, without a slash at the end. */
  resourcesBelow: (publicUrl: string) => string
  /** Returns the path from there to the ids of a collection, as the URLs of its resources show it. */
  folder: (collection: Collection) => string
}

interface QuoteBehaviour {
  price: (order: PriceOrder, rates: Rates) => Priced
  /**
   * Returns the receive amount of a quote whose request names none: the part of the incoming amount that is still
   * missing.
   */
  inferred: (receiver: IncomingPayment) => bigint
  expiry: (receiver: IncomingPayment, now: number) => number
  /** Makes a quote at a client's request. */
  make: (order: QuoteOrder, client: Client | undefined) => Quote
  /** Returns true if a payment has used up the quote. */
  isPaid: (quote: Quote) => boolean
  show: (quote: Quote) => Shown
}

interface OutgoingPaymentBehaviour {
  /** Returns both amounts of a payment. They come from its quote, or from its debit amount. */
  amounts: (order: PaymentRequest) => Priced
  /**
   * Returns the times, in milliseconds after its creation, at which each part of a payment is done. The last time
   * completes it.
   */
  pace: (payment: OutgoingPayment) => readonly number[]
  /** Returns true if a payment can continue at its next step, and false if it has failed. */
  canGoOn: (step: SettlingStep) => boolean
  /** Returns the total that a payment has sent after a step. */
  sends: (step: SettlingStep) => bigint
  /** Returns the total of a payment that has arrived after a step. */
  arrives: (step: SettlingStep) => bigint
  show: (payment: OutgoingPayment) => Shown
}

interface IncomingPaymentBehaviour {
  /**
   * Returns the amount that may still be paid into a receiver, or undefined if there is no limit. Payments under way
   * count as paid.
   */
  room: (receiver: IncomingPayment) => bigint | undefined
  /** Returns true if an incoming payment has received all that it can. */
  isFull: (receiver: IncomingPayment) => boolean
  make: (order: IncomingOrder, client: Client | undefined) => IncomingPayment
  /** Completes an incoming payment at a client's request. */
  complete: (payment: IncomingPayment) => void
  /** Returns the full form of an incoming payment, as the lists show it. */
  show: (payment: IncomingPayment) => Shown
  showMethods: (payment: IncomingPayment) => Shown[]
  showPublicForm: (payment: IncomingPayment) => Shown
  /** Answers a get request whose token may read the incoming payment. */
  showToReader: (payment: IncomingPayment) => Answer
  /** Answers a get request whose valid token is for another wallet. */
  showToStranger: (payment: IncomingPayment) => Answer
  /** Answers a get request without a token, if the server accepts such requests at all. */
  showToAnyone: (payment: IncomingPayment) => Answer
}

/** Functions that govern how tokens are given, and what they still permit. */
interface GrantBehaviour {
  /** Returns the amount that a token, or an item of its access, may still debit. Undefined means no limit. */
  allowance: (by: Token | Access) => bigint | undefined
  /**
   * Returns the amount that its payments may still deliver, in the asset of that limit. Undefined means no limit.
   */
  receiveAllowance: (by: Token | Access) => Amount | undefined
  /** Returns true if the resource that an operation reads or lists counts as created by the token's client. */
  isOwn: (token: Token, made: { client?: Client }, operation: OperationId) => boolean
  /** Returns the lifetime of an access token in milliseconds. */
  tokenLife: () => number
  /** Returns the amounts that the token's grant has spent, or undefined if it has not paid. */
  spentBy: (token: Token) => GrantSpent | undefined
  /** Returns the spent amounts of its grant that a payment shows. */
  shownSpent: (payment: OutgoingPayment) => GrantSpent | undefined
  /** Hashes the text of RFC 9635, section 4.2.3. A client uses the hash to recognize the person who comes back. */
  interactionHash: (text: string) => string
  /** Returns true if a person has to consent to this access. */
  needsConsent: (access: readonly Access[]) => boolean
  /** Returns true if a grant request may ask for several tokens. */
  givesSeveralTokens: () => boolean
  /**
   * Returns the query of the redirect after a person declined. `accepted` is the query that it would otherwise have.
   */
  declined: (accepted: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

interface ListBehaviour {
  /** Returns the items that a wallet's list is made from, oldest first. */
  items: <T extends Stored>(store: Store<T>, wallet: Wallet, token: Token | undefined) => readonly T[]
  page: <T extends { id: string }>(items: readonly T[], asked: AskedPage) => Page<T>
  /** Converts a cursor into the form that clients see. `readCursor` converts it back. */
  showCursor: (cursor: string) => string
  readCursor: (shown: string) => string
}

interface AnswerBehaviour {
  showTime: (milliseconds: number) => string
  showAmount: (amount: Amount) => Shown
  /** Returns the value of WWW-Authenticate on a 401, or undefined for none. */
  challenge: (authServer: string) => string | undefined
  refused: (refusal: NamedRefusal) => Answer
  /** Processes an answer that is not a refusal, after everything else. */
  answered: (answer: Answer, operation: OperationId) => Answer
}

/** A refusal, with the guard that made it and the request that was refused. */
export interface NamedRefusal extends RefusalAnswer {
  guard: string
  /** The refused request, or undefined if it addressed no operation. */
  context?: Context
}

/** A request on its way through the guards of one route. */
export interface Context {
  readonly world: World
  readonly operation: OperationId
  readonly request: ReceivedRequest
  /** The {id} of the path, or an empty text if the path has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** The body as JSON, or undefined if it is not JSON. */
  readonly json: unknown
  /** The value of the authorization header, or undefined if it is missing. */
  readonly authorization: string | undefined
  /** The scheme and token of the authorization header, or undefined if one of them is missing. */
  readonly credentials: Credentials | undefined
  /** The results of verifying signature and digest. Each is worked out on first use. */
  readonly verified: { signature: () => Verification; digest: () => DigestVerification }
  token: Token | undefined
  subject: RequestSubject
  /** Warnings about details of the request that clients should not send, but that the server accepted. */
  readonly warnings: string[]
  /** Families of the guards that would have refused this request, but were left out. */
  readonly passedOver: Set<Family>
}

export interface Credentials {
  scheme: string
  token: string
}

/** The things that a request is about. Those that cannot be determined are undefined. */
export interface RequestSubject {
  wallet?: Wallet | undefined
  receiver?: IncomingPayment | undefined
  debitAmount?: Amount | undefined
  receiveAmount?: Amount | undefined
  quote?: Quote | undefined
  /** The URI that names a quote, even if there is no such quote. */
  quoteId?: string | undefined
  metadata?: Record<string, unknown> | undefined
  incomingPayment?: IncomingPayment | undefined
  outgoingPayment?: OutgoingPayment | undefined
  incomingAmount?: Amount | undefined
  /** The requested expiry of an incoming payment. */
  expiresAt?: number | undefined
}

/** A request to an operation, before it is interpreted. */
export type Arrived = Pick<Context, 'world' | 'operation' | 'request' | 'id'>
