import type { Profile } from '../catalogue/profile.ts'
import type { Asset } from '../core/amount.ts'
import type { TellWaiting } from '../core/environment.ts'
import type { HttpRequest } from '../core/http-request.ts'
import type { Json } from '../core/json.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import type { SigningKey } from '../core/signing-key.ts'
import { type LimitedKind, type LimitOf, limitedKinds, type PlainTokenKind } from '../core/token-kinds.ts'
import type { KeyPath } from './reading/problem.ts'

/** The server under test, as its target file describes it: parsed and validated, with every variable replaced. */
export interface Target {
  name: string
  /** The target file, relative to the working directory. Messages and records show this form. */
  file: string
  /** The line of `baseUrl` in the file. */
  line: number
  /** The folder of the target file, as an absolute path. Commands and `file:` values are relative to it. */
  folder: string
  /**
   * Returns the place of a key for a message: `FILE:LINE: KEY`. An absent key gets the line of its nearest enclosing
   * element.
   */
  placeOf: (path: KeyPath) => string
  profile: Profile
  /** Changes that profileOverrides made, by the profile's own keys. */
  profileOverrides: Record<string, Json>
  /** The interface's {base_url}, without a trailing slash. baseUrl + path is the signed @target-uri. */
  baseUrl: string
  walletAddress: string
  walletAsset?: Asset | undefined
  connection: Connection
  /** Origins that may receive credentials in addition to the origin of baseUrl. */
  origins: string[]
  signing: Signing
  tokens: Tokens
  /** `isOtherClients`: the file does not give it, and it is the key of otherClient. */
  otherKey?: { key: SigningKey; boundElsewhere: boolean; isOtherClients?: true } | undefined
  otherClient?: { signing: Signing; token: Credential; walletAddress?: string | undefined }
  /**
   * A second wallet. `quotes` is a token that creates quotes there, if `token` has no such right: in Open Payments a
   * right to quotes names no wallet address.
   */
  otherWallet?: { walletAddress: string; token: Credential; quotes?: Credential }
  receivers: Receivers
  /** The means to request the tokens that the file does not give, or undefined if it gives all that are used. */
  grants?: Grants
  /** Incoming payments on walletAddress itself, which the checks read. */
  incomingPayments: string[]
  limits: TargetLimits
  /** Sentences on values of the file that a run found to be wrong, by key. Such a value counts as not given. */
  contradicted?: ReadonlyMap<string, string>
  clock?: TargetClock
  /** Records that the server's time was moved forward, so that tokens from commands are known to expire sooner. */
  age?: (milliseconds: number) => void
  /** Returns the milliseconds by which the server's time has been moved forward so far. */
  aged?: () => number
  /**
   * Every secret value, for redaction: tokens, keys, header values, the password of a proxy. The list grows during the
   * run: a token that a command prints is added to this very list before it is issued.
   */
  secrets: Secret[]
}

export interface Secret {
  /** The secret's place in the target file, such as `tokens.full`. */
  name: string
  value: string
}

/** The connection over which requests reach the server. */
export interface Connection {
  /** The URL that requests go to: connectUrl, or else baseUrl at the origin that replaces its own. */
  url: string
  /** Origins to which requests are sent instead, by the origin that they replace. */
  insteadOf?: Readonly<Record<string, string>>
  /**
   * Headers that are added to every request, by their names in lower case. The signature never covers them, and reports
   * redact them.
   */
  headers: Record<string, string>
  tls: { ca?: string; cert?: string; key?: string; verify: boolean }
  /** The proxy, or undefined if neither the file nor the environment sets one, or if NO_PROXY exempts the server. */
  proxy?: string | undefined
  /** The limit in milliseconds from sending to the last byte of the response. */
  requestTimeout: number
}

/** The form of signatures. Plain by default; the file can change it. */
export interface Signing {
  key: SigningKey
  /** Label of the signature, `sig1` by default. */
  label: string
  /** Covered components, in order. Requests without a body omit content-digest. */
  components: string[]
  /** Signature parameters, in order: `created`, `keyid` by default. */
  parameters: Array<'created' | 'keyid' | 'alg' | 'expires' | 'nonce' | 'tag'>
  digest: 'sha-512' | 'sha-256'
  /**
   * Parameter values that replace the true ones; `created` and `expires` in seconds from now. Only checks set this
   * member and the ones below, never the target file.
   */
  values?: { alg?: string; keyid?: string; tag?: string; created?: number; expires?: number }
  /** Restricts the signature to these components, even if the server was found to ask for others. */
  exactly?: true
  /** Makes `created` and `expires` differ from those of the requests before. */
  distinct?: true
  /** Returns the message that is signed in place of the message that is sent. */
  over?: (message: HttpRequest) => HttpRequest
  /** Additional signatures over the same message, each under a label of its own. */
  further?: ReadonlyArray<Partial<Omit<Signing, 'further'>> & Pick<Signing, 'label'>>
}

/** An access token, named by its place in the target file. */
export interface Credential {
  name: string
  /** The origin of a token that does not stand in the target file itself. */
  source?: 'command' | 'authorization server'
  /** Returns the token itself. If it comes from a command, that runs again before the token expires. */
  value: () => Promise<string>
  /**
   * Keeps a granted token unchanged until the returned function is called. `tell` reports a wait until the token can be
   * used.
   */
  hold?: (tell?: TellWaiting) => Promise<() => void>
  /**
   * Reports that a valid request with this value of the token got a 401. Resolves to true if there is another value now.
   * A value that replaced a refused one, or that a command printed, is replaced only if it `isDead`: what it was accepted
   * for is refused.
   */
  renewed?: (refused: string, isDead?: boolean) => Promise<boolean>
  /** Returns why a granted token could not be renewed, or undefined if nothing kept it from being renewed. */
  unrenewed?: () => string | undefined
}

/** The means to request tokens from the authorization server of walletAddress. */
export interface Grants {
  client: GrantClient
  consent: { kind: 'browser' } | { kind: 'print' } | { kind: 'command'; command: string[] }
  /** The time in milliseconds that a person has for the decision. */
  consentTimeout: number
  /** The authorization server, or undefined to use the one that the wallet address document names. */
  authServer?: string | undefined
  /** The tokens that are requested, by their places in the target file. */
  book: TokenBook
  /** Returns the server's time, as far as it is known, in milliseconds. */
  now: () => number
  /** The times in which the authorization server was not there. Undefined if nothing was requested yet. */
  outages?: { count: () => number; isUnderWay: () => boolean; sentence: () => string | undefined }
}

/** A token that was granted, whoever renews it. */
export type GrantedSource = Omit<Credential, 'name'>

/** The tokens that are requested before a run, by their places in the target file. */
export interface TokenBook {
  /** Returns the credential of a place that gets its token later. */
  credential: (name: string) => Credential
  /** Returns the places at or below a key of the target file, or all places, in the order in which they were asked for. */
  names: (key?: string) => string[]
  /** Fills a place. */
  put: (name: string, source: GrantedSource) => void
  /** Fills a place with the token of another one. Returns false if that place is empty. */
  share: (name: string, from: string) => boolean
}

export type GrantClient =
  | { kind: 'walletAddress'; url: string }
  | { kind: 'directed' }
  | { kind: 'served'; host: string; port: number; url: string }

/** The limits of tokens. Amounts are in the asset of walletAddress. */
export interface LimitValues {
  debitAmount: bigint
  /** An ISO 8601 repeating interval. */
  interval: string
  receiveAmount: bigint
  /** The only receiver, or undefined until the token is requested. */
  receiver: string | undefined
}

export type Tokens = { full: Credential } & {
  [Kind in Exclude<PlainTokenKind, 'full'>]?: Credential
} & {
  [Kind in LimitedKind]?: { token: Credential } & Pick<LimitValues, LimitOf<Kind>>
}

export function limitedTokens(tokens: Tokens): Credential[] {
  return limitedKinds.flatMap((kind) => tokens[kind]?.token ?? [])
}

/** Returns true for a token that checks of limits use up on purpose. */
export function isLimitedToken(token: Credential | undefined, tokens: Tokens): boolean {
  return limitedTokens(tokens).some(({ name }) => name === token?.name)
}

export type ReceiverSource =
  | { kind: 'list'; receivers: Receiver[] }
  | { kind: 'command'; command: string[] }
  | { kind: 'create'; walletAddress: string; baseUrl: string; token: Credential }

export interface Receivers {
  /** The token that may read receivers. If it is undefined, tokens.full is tried. */
  access?: Credential
  /** The base URL at which receivers are read with it. If it is undefined, the target's baseUrl is used. */
  accessBaseUrl?: string
  /** Sources by kind. A kind is missing if the file gives nothing for it, or an empty list. */
  sources: Partial<Record<ReceiverKind, ReceiverSource>>
}

export interface TargetLimits {
  /** Limits in milliseconds. */
  settleTimeout: number
  maxWait: number
  /** The highest rate of requests. 0 means as fast as concurrency allows. */
  requestsPerSecond: number
  maxRequests: number
  maxPayments: number
  /**
   * The debitAmount of every control, in the wallet's asset. If it is undefined: one whole unit, or maxDebitValue if
   * that is less.
   */
  controlValue?: bigint
  maxDebitValue: bigint
  debitBudget: bigint
}

/** A way to move the time of a test server. */
export type TargetClock = { kind: 'url'; url: string } | { kind: 'command'; command: string[] }

/** The form of a signature if nothing else is specified: the defaults of the target file. */
export const simplestForm: Omit<Signing, 'key'> = {
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest'],
  parameters: ['created', 'keyid'],
  digest: 'sha-512',
}
