import type { HttpRequest } from '../core/http-request.ts'
import type { OperationId } from '../core/operations.ts'
import type { Credential, Signing } from '../target-file/target.ts'

/** A request before it is signed. */
export interface RequestDraft {
  /** Absent where it is addressed to no operation of the interface. */
  operation?: OperationId
  method: string
  /** Of a server other than the target, which the target file permits to get credentials. */
  baseUrl?: string
  /** Below baseUrl, exactly as it shall stand on the wire: `/quotes`, `/quotes/123`. */
  path: string
  /** Percent-encoded when the message is built. */
  query?: ReadonlyArray<readonly [name: string, value: string]>
  /** Absent: no authorization header. */
  token?: Credential | undefined
  /** Scheme of the authorization header; the profile's by default. */
  scheme?: string
  /** Set before signing, over those that building gives: a content-digest of one's own. */
  headers?: Record<string, string>
  /** How header names are written on the wire; in lower case by default. */
  headerNames?: (name: string) => string
  /** The order in which headers stand on the wire: names that come first. */
  headersFirst?: readonly string[]
  /** Every structured field has a further member at this end, or at both, which is right and changes nothing. */
  furtherMember?: 'first' | 'last' | 'both'
  /** The connection that it is sent on; by default any that is free. */
  line?: Line
  /** The connection is broken off when the answer begins, which is never read. */
  dropsAnswer?: true
  /** Number of the exchange that had the same request before, and got a failure of the server. */
  repeats?: number
  /** It is not sent again, however busy the server is. */
  once?: true
  /**
   * Whether it is sent again if the server says by 409, 423 or 425 that it is busy. By default if it is valid: of others, and where
   * a check wants a valid request to be refused, these are refusals.
   */
  patient?: boolean
  /** On purpose not as spec/openapi.yaml wants a request: all others are held against it before they are sent. */
  invalid?: true
  /** Texts in it that the server gave, such as an id or a cursor: what is wrong with them is not our mistake. */
  given?: readonly string[]
  /** A JSON value, sent compact; or the very bytes. */
  body?: unknown
  /** Fields that an object in the body has beside its own, unless it names them itself. */
  furtherFields?: Readonly<Record<string, unknown>>
  /** The body is sent in chunks, without a length. */
  chunked?: true
  /** Number of spaces after the JSON value in the body. */
  padding?: number
  /** Spaces are added until the length of the body is a multiple of this number of bytes. */
  blockLength?: number
  /** What it takes from the wallet if it is accepted, in the smallest unit; every request that may pay says so. */
  debits?: bigint
  /** The moment by which it is signed; now by default. */
  signedAt?: Date
  /** Over that of the token's client; `none`: not signed at all. */
  signing?: Partial<Signing> | 'none'
}

/** A connection of its own, for so many requests, one after the other. */
export interface Line {
  requests: number
}

/** One defect put into a message after it was signed. Must not alter its argument. */
export type Tamper = (message: HttpRequest) => HttpRequest
