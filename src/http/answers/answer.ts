/** The result of a request: a response, or the failure to get one. */
export interface Answer {
  /** The number of the exchange in the run's record. */
  exchange: number
  method: string
  url: string
  response?: Response
  failure?: Failure
  /** Counts that order sends and receipts, as in the record: B is later than A if B.sent > A.received. */
  ticks?: { sent: number; received: number }
  /** The time that was used for signing the request. */
  signedAt?: Date
  /** The number of the exchange that had the same request before and got a failure of the server, or a refusal. */
  repeats?: number
}

/** The half of an answer that the server decides. */
export type Outcome = { response: Response } | { failure: Failure }

export interface Response {
  status: number
  /** The names are in lower case. The values of a repeated header are joined by ", ". */
  headers: Record<string, string>
  /** The body. Only the beginning of a long body is kept once it is recorded. */
  text: string
  /** The rest of the sentence "The body …", if the server ended the body otherwise than it announced. */
  incomplete?: string
  /** The body as JSON, or undefined if it is not JSON or incomplete. Numbers that a double cannot hold stay text. */
  json: unknown
}

export interface Failure {
  code: FailureCode
  message: string
}

export type FailureCode =
  /** The last byte did not arrive within requestTimeout. */
  | 'timeout'
  /** The address accepts no connections. */
  | 'refused'
  /** The name of the host is not known. */
  | 'dns'
  /** The proxy did not let the connection through. */
  | 'proxy'
  /** The certificate of the server is not trusted. */
  | 'certificate'
  | 'tls'
  /** A check dropped the response on purpose. */
  | 'dropped'
  /** The connection was closed before the response was complete. */
  | 'reset'
  /** A kept-alive connection was closed before the response began. A server may close idle connections at any time. */
  | 'closed'
  | 'too-large'
  /** The received bytes are not HTTP, or the request cannot be sent. */
  | 'protocol'
  /** The server sent 429 twice, or a Retry-After that is too long. */
  | 'throttled'
  /** The run was interrupted before the response was complete. */
  | 'interrupted'

/** Codes of failures that break nothing: the interface limits neither the rate of requests nor the size of responses. */
const permitted: readonly string[] = ['throttled', 'too-large'] satisfies FailureCode[]

/** Says why there is no response to judge, if that breaks nothing. */
export function whyUnjudged({ failure }: Answer): string | undefined {
  return failure && permitted.includes(failure.code) ? failure.message : undefined
}

/** Returns true for any 2xx. */
export function isAccepted({ response }: Responded): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300
}

/** Returns true for any 2xx, and for a 304, which says that a conditional request would otherwise get a 200. */
export function isServed(answer: Answer): boolean {
  return isAccepted(answer) || answer.response?.status === 304
}

/** Returns true for a 3xx that names another URL. A 304 names none. */
export function isRedirected({ response }: Responded): boolean {
  return response !== undefined && response.status >= 300 && response.status < 400 && response.status !== 304
}

/** Returns true for any 4xx except 429, which says that the request was not carried out. */
export function isRefused({ response }: Responded): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 429
}

/** A response, or the failure to get one, as answers, outcomes and their records have it. */
interface Responded {
  response?: { status: number; headers?: Readonly<Record<string, string>> }
  failure?: { code: string; message: string }
}

/**
 * Returns true for a 429, or a 403 with Retry-After, by which some servers limit their clients: the client sends too many
 * requests.
 */
export function isThrottled({ response }: Responded): boolean {
  return (
    response?.status === 429 || (response?.status === 403 && response.headers?.['retry-after'] !== undefined)
  )
}

/** Returns true for a 503: the server is overloaded for a while, or something that it needs is away. */
export function isUnavailable({ response }: Responded): boolean {
  return response?.status === 503
}

/** Codes of failures that a retry may not meet again. */
const mayPass: readonly string[] = [
  'timeout',
  'reset',
  'closed',
  'refused',
  'protocol',
] satisfies FailureCode[]

/** Returns true if the server failed: a 5xx, a reset, no response in time. Such a failure may pass. */
export function isServerFailure({ response, failure }: Responded): boolean {
  return response ? response.status >= 500 : failure !== undefined && mayPass.includes(failure.code)
}

/** Describes an answer for evidence: `status 201`, `no answer: connection reset`. */
export function answerInWords({ response, failure }: Responded): string {
  return response ? `status ${response.status}` : `no answer: ${failure?.message ?? 'unknown'}`
}
