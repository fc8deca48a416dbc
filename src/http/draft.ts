import type { HttpRequest } from '../core/http-request.ts'
import { isObject } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import type { Credential, Signing } from '../target-file/target.ts'
import type { Spelling } from './request/spellings.ts'

/** A request before it is signed. */
export interface RequestDraft {
  /** The operation, or undefined if the request is addressed to no operation of the interface. */
  operation?: OperationId
  method: string
  /** The base URL of another server than the target, to which the target file permits sending credentials. */
  baseUrl?: string
  /** The path below baseUrl, exactly as it is sent: `/quotes`, `/quotes/123`. */
  path: string
  /** The query parameters. They are percent-encoded when the message is built. */
  query?: ReadonlyArray<readonly [name: string, value: string]>
  /**
   * Writes the URL in another legal way. It is left out if a check alters what is signed or sent, because the altered
   * URL could then be the right one.
   */
  spelling?: Spelling['write']
  /** The token, or undefined for a request without an authorization header. */
  token?: Credential | undefined
  /** The scheme of the authorization header. Defaults to that of the profile. */
  scheme?: string
  /**
   * Headers that are set before signing. They replace those that building sets: for example a different content-digest.
   */
  headers?: Record<string, string>
  /**
   * Headers that the request has unless `headers` sets them. They change nothing in what the request means. Their values
   * may name parts of the request in braces, such as `{host}`. Each circumstance adds its own.
   */
  furtherHeaders?: ReadonlyArray<Readonly<Record<string, string>>>
  /** The value of {uuid} in these headers. Defaults to a unique text. */
  uuid?: string
  /** Returns the form of a header name on the wire. Defaults to lower case. */
  headerNames?: (name: string) => string
  /** The names of the headers that come first on the wire, in this order. */
  headersFirst?: readonly string[]
  /**
   * Adds a further member at this end, or at both, to every structured field. The member is valid and changes nothing.
   */
  furtherMember?: 'first' | 'last' | 'both'
  /** Sends each member of a structured field on a line of its own, which means the same as one line. */
  splitHeaders?: true
  /** The connection to send the request on. Defaults to any free one. */
  line?: Line
  /** Breaks off the connection when the response begins. The response is never read. */
  dropsAnswer?: true
  /** The number of the exchange that had the same request before and got a failure of the server, or a refusal. */
  repeats?: number
  /** Set if the token was renewed since the request that this one repeats, so that the two are not the same. */
  renewed?: true
  /** Prevents every retry, however busy the server is. */
  once?: true
  /** Sends the request while no other one of its kind is under way, so that other requests do not delay it. */
  alone?: true
  /**
   * Allows retries if the server says by 409, 423 or 425 that it is busy. Defaults to true for a valid request. For any
   * other request, and if a check wants a valid request to be refused, these statuses are refusals.
   */
  patient?: boolean
  /**
   * The time, in milliseconds on the session's clock, after which the resource of the request may soon be gone, because
   * half of its life is over.
   */
  until?: number
  /**
   * Set if the server may refuse the request for another reason than the one that a check is about, such as a cursor
   * that it gave to another token. The status of a refusal then says nothing.
   */
  anyRefusal?: true
  /** Deliberately invalid. Every other request is validated against spec/openapi.yaml before it is sent. */
  invalid?: true
  /**
   * Texts in the request that the server gave, such as an id or a cursor. Their flaws are not mistakes of the harness.
   */
  given?: readonly string[]
  /** A JSON value, which is sent in compact form, or the exact bytes. */
  body?: unknown
  /** Fields that are added to an object in the body, unless it has them already. */
  furtherFields?: Readonly<Record<string, unknown>>
  /** Sends the body in chunks, without a length. */
  chunked?: true
  /** The number of spaces after the body. */
  padding?: number
  /** Pads the body with spaces until its length is a multiple of this number of bytes. */
  blockLength?: number
  /**
   * The amount that an accepted request takes from the wallet, in the smallest unit. Every request that may pay states
   * it.
   */
  debits?: bigint
  /** The time that is used for signing. Defaults to now. */
  signedAt?: Date
  /** Overrides for the signing of the token's client. `none`: the request is not signed. */
  signing?: Partial<Signing> | 'none'
}

/** Returns the fields of a draft's body. A body that is no object has none. */
export function fieldsIn({ body }: RequestDraft): Record<string, unknown> {
  return isObject(body) ? body : {}
}

/** A connection of its own for this many requests, one after the other. */
export interface Line {
  requests: number
}

/** Puts one defect into a message after it was signed. Must not alter its argument. */
export type Tamper = (message: HttpRequest) => HttpRequest
