import type { Profile } from '../catalogue/profile.ts'
import type { Asset } from '../core/amount.ts'
import type { HttpRequest } from '../core/http-request.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import type { SigningKey } from '../core/signing-key.ts'
import type { TellWaiting } from '../core/waiting.ts'
import type { KeyPath } from './reading/problem.ts'

/** The server under test, as its target file describes it: parsed, validated, with every variable replaced. */
export interface Target {
  name: string
  /** The target file, from the working directory on: so it is shown, and recorded. */
  file: string
  /** The line of `baseUrl` in it. */
  line: number
  /** The folder of the target file, as an absolute path; commands and `file:` values are relative to it. */
  folder: string
  /** Where a key stands in it, for a message: `FILE:LINE: KEY`. An absent key has the line of what is nearest around it. */
  placeOf: (path: KeyPath) => string
  profile: Profile
  /** What profileOverrides changed, by the profile's own keys. */
  profileOverrides: Record<string, unknown>
  /** The interface's {base_url}, without a trailing slash. baseUrl + path is the signed @target-uri. */
  baseUrl: string
  walletAddress: string
  walletAsset?: Asset | undefined
  connection: Connection
  /** Origins that may get credentials beside that of baseUrl. */
  origins: string[]
  signing: Signing
  tokens: Tokens
  otherKey?: { key: SigningKey; boundElsewhere: boolean } | undefined
  otherClient?: { signing: Signing; token: Credential; walletAddress?: string | undefined }
  /** `quotes`: creates quotes there, if the token has no right to: in Open Payments such a right names no wallet address. */
  otherWallet?: { walletAddress: string; token: Credential; quotes?: Credential }
  receivers: Receivers
  /** How the tokens that the file does not have are requested; absent if it has all that are used. */
  grants?: Grants
  /** Incoming payments on walletAddress itself, for the reads. */
  incomingPayments: string[]
  limits: TargetLimits
  /** What a run found not to be as the file says, by key: a sentence. It counts as not given. */
  refuted?: ReadonlyMap<string, string>
  clock?: TargetClock
  /** Tells the token commands that the server's time was moved on by so much: what they printed expires sooner. */
  age?: (milliseconds: number) => void
  /** By how much it was moved on so far, in milliseconds. */
  aged?: () => number
  /**
   * Every secret value, for redaction: tokens, keys, header values, the password of a proxy. It grows while the run
   * lasts: what a token command prints is added to this very list before the token is handed out.
   */
  secrets: Secret[]
}

export interface Secret {
  /** Its place in the target file, such as `tokens.full`. */
  name: string
  value: string
}

/** How requests reach the server. */
export interface Connection {
  /** Where requests go: connectUrl, else baseUrl at the origin that stands in for its own. */
  url: string
  /** By origin, the one to which requests are sent instead. */
  insteadOf?: Readonly<Record<string, string>>
  /** Added to every request; never covered by the signature, redacted in reports. */
  headers: Record<string, string>
  tls: { ca?: string; cert?: string; key?: string; verify: boolean }
  /** Absent where none is set, in the file or the environment, or NO_PROXY exempts the server. */
  proxy?: string | undefined
  /** Milliseconds from send to the last byte. */
  requestTimeout: number
}

/** How requests are signed: the plainest form unless the file says otherwise. */
export interface Signing {
  key: SigningKey
  /** Label of the signature, `sig1` by default. */
  label: string
  /** Covered components, in order; content-digest is left away where there is no body. */
  components: string[]
  /** Signature parameters, in order: `created`, `keyid` by default. */
  parameters: Array<'created' | 'keyid' | 'alg' | 'expires' | 'nonce' | 'tag'>
  digest: 'sha-512' | 'sha-256'
  /**
   * Parameter values other than the true ones, `created` and `expires` in seconds from now. This and what follows is
   * a check's doing, never the target file's.
   */
  values?: { alg?: string; keyid?: string; created?: number; expires?: number }
  /** These components and no others, whatever else the server was found to ask for. */
  exactly?: true
  /** `created` and `expires` differ from those of the requests before. */
  distinct?: true
  /** What it is made over instead of the message that is sent. */
  over?: (message: HttpRequest) => HttpRequest
  /** Further signatures over the same message, each under a label of its own. */
  further?: ReadonlyArray<Partial<Omit<Signing, 'further'>> & Pick<Signing, 'label'>>
}

/** An access token by the name of its place in the target file. */
export interface Credential {
  name: string
  /** The token itself; asked for again in time where it comes from a command. */
  value: () => Promise<string>
  /** Of a granted token: it stays the same until what this gives is called. `tell`: of a wait until it can be used. */
  hold?: (tell?: TellWaiting) => Promise<() => void>
  /** Of a granted token: told that a valid request with this value got a 401. Gives whether there is another value now. */
  renewed?: (refused: string) => Promise<boolean>
}

/** How tokens are requested from the authorization server of walletAddress. */
export interface Grants {
  client: GrantClient
  consent: { kind: 'browser' } | { kind: 'print' } | { kind: 'command'; command: string[] }
  /** Milliseconds for the decision of a person. */
  consentTimeout: number
  /** Absent: as the wallet address document says. */
  authServer?: string | undefined
  /** The tokens that are requested, by their places in the target file. */
  book: TokenBook
  /** The time of the server, as far as it is known, in milliseconds. */
  now: () => number
}

/** A token that was granted, whoever renews it. */
export type GrantedSource = Omit<Credential, 'name'>

/** The tokens that are requested before a run, by their places in the target file. */
export interface TokenBook {
  /** A place that gets its token later. */
  credential: (name: string) => Credential
  /** The places, in the order in which they were asked for. */
  names: () => string[]
  /** Fills a place. */
  put: (name: string, source: GrantedSource) => void
}

export type GrantClient =
  | { kind: 'walletAddress'; url: string }
  | { kind: 'directed' }
  | { kind: 'served'; host: string; port: number; url: string }

export interface Tokens {
  full: Credential
  readOnly?: Credential
  writeOnly?: Credential
  expired?: Credential
  revoked?: Credential
  /** The value that a token had before it was rotated. */
  rotated?: Credential
  /** May read and list only what its own client created. */
  ownOnly?: Credential
  /** Amounts are in the asset of walletAddress. */
  limited?: { token: Credential; debitAmount: bigint }
  /** `interval`: ISO 8601 repeating interval. */
  limitedPerInterval?: { token: Credential; debitAmount: bigint; interval: string }
  limitedReceive?: { token: Credential; receiveAmount: bigint }
  /** `receiver`: absent until the token is requested. */
  limitedToReceiver?: { token: Credential; receiver?: string }
}

/** Tokens that may do everything, but pay within a limit. */
export const limitedKinds = ['limited', 'limitedPerInterval', 'limitedReceive', 'limitedToReceiver'] as const
export type LimitedKind = (typeof limitedKinds)[number]

export type TokenKind = Exclude<keyof Tokens, LimitedKind>

export function limitedTokens(tokens: Tokens): Credential[] {
  return limitedKinds.flatMap((kind) => tokens[kind]?.token ?? [])
}

/** Where the receivers of one kind come from. */
export type ReceiverSource =
  | { kind: 'list'; receivers: Receiver[] }
  | { kind: 'command'; command: string[] }
  | { kind: 'create'; walletAddress: string; baseUrl: string; token: Credential }

export interface Receivers {
  /** The token that may read receivers; absent: tokens.full is tried. */
  access?: Credential
  /** Where receivers are read with it; absent: at the target's baseUrl. */
  accessBaseUrl?: string
  /** By kind. A kind that the file gives nothing for, or an empty list, is absent. */
  sources: Partial<Record<ReceiverKind, ReceiverSource>>
}

export interface TargetLimits {
  /** Milliseconds. */
  settleTimeout: number
  maxWait: number
  /** 0: as fast as concurrency allows. */
  requestsPerSecond: number
  maxRequests: number
  maxPayments: number
  /** debitAmount of every control, in the wallet's asset. Absent: one whole unit, or maxDebitValue if less. */
  controlValue?: bigint
  maxDebitValue: bigint
  debitBudget: bigint
}

/** A test server whose time can be moved. */
export type TargetClock = { kind: 'url'; url: string } | { kind: 'command'; command: string[] }
