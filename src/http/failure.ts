import type { Failure, FailureCode } from './answers/answer.ts'

/** A failure that this program itself finds, or brings about. Its words are shown as they are. */
export class ExchangeFailed extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Turns the error of a request without a complete response into a failure. The words are the harness's own, because
 * those of a library may quote what was sent.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ExchangeFailed) return { code: error.code, message: error.message }
  const code = codeOf(error)
  const words = error instanceof Error ? error.message : ''
  const known = failures.find(({ codes, says }) => codes.test(code) && (says?.test(words) ?? true))
  if (!known) return { code: 'protocol', message: `the exchange failed (${code || 'no code'})` }
  return { code: known.code, message: known.message(code) }
}

/**
 * Describes a body that the server ended otherwise than it announced: the rest of the sentence "The body …". Returns
 * undefined for any other error. A reset does not count, because a busy host or a proxy resets connections as well.
 */
export function incompleteness(
  error: unknown,
  length: number,
  announced: string | undefined,
): string | undefined {
  const code = codeOf(error)
  const words = error instanceof Error ? error.message : ''
  const isClosed = code === 'UND_ERR_SOCKET' && words === 'other side closed'
  if (isClosed || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || /invalid eof state/i.test(words))
    return announced === undefined
      ? `ended after ${length} bytes without its last chunk`
      : `ended after ${length} of ${announced} bytes`
  return code.startsWith('HPE_') ? `is not framed as announced after ${length} bytes` : undefined
}

interface FailureKind extends Pick<Failure, 'code'> {
  codes: RegExp
  /** Matches the words of the error, if the code alone does not tell. */
  says?: RegExp
  message: (code: string) => string
}

const failures: FailureKind[] = [
  {
    code: 'timeout',
    codes: /^(?:UND_ERR_\w+_TIMEOUT|ETIMEDOUT)$/,
    message: () => 'the connection could not be made in time',
  },
  {
    code: 'refused',
    codes: /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)$/,
    message: (code) => `nothing accepts connections there (${code})`,
  },
  {
    code: 'dns',
    codes: /^(?:ENOTFOUND|EAI_\w+)$/,
    message: (code) => `the host name is unknown (${code})`,
  },
  {
    code: 'certificate',
    codes:
      /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_|UNABLE_TO_|\w*SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA)/,
    message: (code) => `the certificate of the server is not trusted (${code})`,
  },
  {
    code: 'tls',
    codes: /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO)/,
    message: (code) => `the TLS handshake failed (${code})`,
  },
  {
    code: 'too-large',
    codes: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    message: () => 'the body of the response is larger than 1 MiB',
  },
  {
    code: 'too-large',
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    message: () => 'the headers of the response are larger than 64 KiB',
  },
  {
    // undici's words for responses that it does not support: a second 100, 101, a response before the request.
    code: 'protocol',
    codes: /^UND_ERR_SOCKET$/,
    says: /^bad (?:response|upgrade)$/,
    message: () => 'the server sent an unexpected response (1xx, or before the request)',
  },
  {
    code: 'reset',
    codes: /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE|ECONNABORTED)$/,
    message: () => 'the connection was closed before the response was complete',
  },
  {
    code: 'protocol',
    codes: /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/,
    message: () => 'the request cannot be sent: its path or a header has characters that HTTP does not allow',
  },
  {
    code: 'interrupted',
    codes: /^UND_ERR_DESTROYED$/,
    message: () => 'the run was interrupted before the response was complete',
  },
  { code: 'protocol', codes: /^HPE_/, message: (code) => `the response is not HTTP/1.1 (${code})` },
]

/** Returns the code of an error. If a name has several addresses, node collects the errors of all of them. */
const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (typeof code === 'string') return wasConnected(error) && /UNREACH$/.test(code) ? 'ECONNRESET' : code
  // undici loses the parser's code if a response does not begin like HTTP.
  return error instanceof Error && error.name === 'HTTPParserError' ? 'HPE_INVALID_CONSTANT' : ''
}

/**
 * Returns true if the error came after the connection was made. The request may then have been carried out, even if the
 * network says that the server cannot be reached.
 */
const wasConnected = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'syscall' in error &&
  (error.syscall === 'read' || error.syscall === 'write')

/** Thrown when the user interrupts the run. Nothing more is sent, and a request without a response is not judged. */
export class Interrupted extends Error {
  readonly code = 'ERR_INTERRUPTED'

  constructor() {
    super('the run was interrupted')
  }
}
