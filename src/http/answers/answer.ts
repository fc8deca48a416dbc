/** What came back for a request: a response, or the failure to get one. */
export interface Answer {
  /** Number of the exchange in the run's record. */
  exchange: number
  method: string
  url: string
  response?: Response
  failure?: Failure
  /** The moment by which the request was signed. */
  signedAt?: Date
  /** Number of the exchange that had the same request before, and got a failure of the server. */
  repeats?: number
}

/** The half of an answer that the server decides. */
export type Outcome = { response: Response } | { failure: Failure }

export interface Response {
  status: number
  /** Names in lower case; values of a repeated header joined by ", ". */
  headers: Record<string, string>
  /** The body; of a long one, only its beginning is kept once it is recorded. */
  text: string
  /** The body as JSON, or undefined where it is none. Numbers that a double cannot hold stay as text. */
  json: unknown
}

export interface Failure {
  code: FailureCode
  message: string
}

export type FailureCode =
  /** No last byte within requestTimeout. */
  | 'timeout'
  /** Nobody accepts connections there. */
  | 'refused'
  /** The name of the host is not known. */
  | 'dns'
  /** The proxy did not let the connection through. */
  | 'proxy'
  /** The certificate of the server is not trusted. */
  | 'certificate'
  | 'tls'
  /** A check dropped the answer on purpose. */
  | 'dropped'
  /** The connection was closed before the answer was whole. */
  | 'reset'
  /** A kept-alive connection was closed before the answer began. A server may close idle connections at any time. */
  | 'closed'
  | 'too-large'
  /** What came is not HTTP, or what should be sent cannot be. */
  | 'protocol'
  /** 429 twice, or a Retry-After that is too long. */
  | 'throttled'
  /** The run was interrupted before the answer was whole. */
  | 'interrupted'

/** Any 2xx. */
export function isAccepted({ response }: Answer): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300
}

/** Any 4xx but 429, which says that the request was not carried out. */
export function isRefused({ response }: Answer): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 429
}

/** Codes of failures that may be gone when the same request is sent again. */
const mayPass: readonly string[] = [
  'timeout',
  'reset',
  'closed',
  'refused',
  'protocol',
] satisfies FailureCode[]

/** The server failed: a 5xx, a reset, no answer in time. Such a failure may pass. */
export function isServerFailure({
  response,
  failure,
}: {
  response?: { status: number }
  failure?: { code: string }
}): boolean {
  return response ? response.status >= 500 : failure !== undefined && mayPass.includes(failure.code)
}

/** In words, for evidence: `status 201`, `no answer: connection reset`. */
export function answerInWords({
  response,
  failure,
}: {
  response?: { status: number }
  failure?: { message: string }
}): string {
  return response ? `status ${response.status}` : `no answer: ${failure?.message ?? 'unknown'}`
}
