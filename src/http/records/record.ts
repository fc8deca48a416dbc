import type { ExchangeEvent, RecordedRequest, RecordedResponse } from '../../core/events.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import type { OperationId } from '../../core/operations.ts'
import { shortest } from '../../target-file/keys/secrets.ts'
import type { Outcome, Response } from '../answers/answer.ts'
import type { Signed } from '../request/sign.ts'
import { isCredentialHeader } from './credentials.ts'
import { marker, signatureMarker } from './marker.ts'
import type { Redactor } from './redact.ts'
import { formsOf, tracesOf } from './secret-forms.ts'

/** A message to be sent: as it was meant, as it is sent, and how it was signed. */
export interface Prepared {
  operation?: OperationId
  whole: HttpRequest
  sent: HttpRequest
  /** The name of the token in the target file. */
  token?: string
  signing?: (Omit<Signed, 'message' | 'whole'> & { key: string; keyId: string }) | undefined
  /** The headers that the target file adds to every request. */
  added: Record<string, string>
  /** The number of the exchange that had the same request before. */
  repeats?: number
}

type Times = Pick<ExchangeEvent, 'number' | 'check' | 'sent' | 'received' | 'at' | 'milliseconds'>

/** Builds the event of an exchange. No secret is left in it. */
export function record(
  times: Times,
  prepared: Prepared,
  outcome: Outcome,
  redactor: Redactor,
): ExchangeEvent {
  const credentials = credentialsOf(prepared, redactor)
  const text = without(credentials, redactor)
  const { name } = redactor
  const answered =
    'response' in outcome
      ? {
          response: recordedResponse(
            outcome.response,
            name,
            withoutQuoted(credentials, outcome.response, text),
          ),
        }
      : { failure: { code: outcome.failure.code, message: text(outcome.failure.message) } }
  const { number, check, ...rest } = times
  const { operation, repeats } = prepared
  return {
    type: 'exchange',
    number,
    check,
    ...(operation ? { operation } : {}),
    request: recordedRequest(prepared, name, text),
    ...answered,
    ...(repeats === undefined ? {} : { repeats }),
    ...rest,
  }
}

const recordedRequest = (prepared: Prepared, name: HideSecrets, text: HideSecrets): RecordedRequest => {
  const { whole, sent, token, signing } = prepared
  const altered = alteredBetween(whole, sent)
  return {
    method: sent.method,
    url: text(sent.url),
    headers: {
      ...Object.fromEntries(Object.entries(prepared.added).map(hidden)),
      ...recordedHeaders(sent.headers, name, text),
    },
    ...(sent.body ? { body: text(Buffer.from(sent.body).toString()) } : {}),
    ...(token ? { token } : {}),
    ...(signing ? { signing: { ...signing, keyId: text(signing.keyId), base: text(signing.base) } } : {}),
    ...(altered.length > 0 ? { altered } : {}),
  }
}

const recordedResponse = (
  { status, headers, text: body, incomplete }: Answered,
  name: HideSecrets,
  text: HideSecrets,
): RecordedResponse => ({
  status,
  headers: recordedHeaders(headers, name, text),
  body: text(body),
  ...(incomplete === undefined ? {} : { incomplete }),
})

type HideSecrets = (text: string) => string

const hidden = ([name, value]: [string, string]): [string, string] => [name, marker(`headers.${name}`, value)]

/** Hides secrets in headers, including their names: a server may quote a secret there, in lower case like all names. */
const recordedHeaders = (
  headers: Record<string, string>,
  nameOf: HideSecrets,
  text: HideSecrets,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      isCredentialHeader(name) ? hidden([name, value]) : [text(nameOf(name)), text(value)],
    ),
  )

type Answered = Pick<Response, 'status' | 'headers' | 'text' | 'incomplete'>

/** The secrets that this message carries, other than those of the target, with their replacements. */
type CarriedSecrets = ReadonlyMap<string, string>

/**
 * Collects the credentials of a message. A token that a check altered is among them, because it is nearly the token.
 */
const credentialsOf = ({ whole, sent, token }: Prepared, redactor: Redactor): CarriedSecrets => {
  const replacements = new Map<string, string>()
  for (const { headers } of whole === sent ? [sent] : [whole, sent]) {
    const { authorization = '' } = headers
    const credentials = authorization.slice(authorization.indexOf(' ') + 1).trim()
    // A short token may be a word of any response, so only the header that carries it is hidden.
    const searched = credentials.length < shortest ? authorization : credentials
    if (redactor.text(credentials) === credentials && searched.length >= shortest) {
      replacements.set(searched, searched.replace(credentials, marker(token ?? 'token', credentials)))
    }
    for (const signature of signaturesIn(headers.signature ?? '')) {
      replacements.set(signature, signatureMarker(signature))
    }
  }
  return replacements
}

const without =
  (credentials: CarriedSecrets, redactor: Redactor) =>
  (text: string): string => {
    let replaced = redactor.text(text)
    for (const [value, stands] of credentials) replaced = replaced.replaceAll(value, stands)
    return replaced
  }

/** Hides credentials that a server quotes, possibly in other forms than it received them in. */
const withoutQuoted = (
  credentials: CarriedSecrets,
  { headers, text: body }: Answered,
  text: (text: string) => string,
): ((text: string) => string) => {
  // Headers and body are searched separately, because a body may be long.
  const said = [Object.entries(headers).flat().join('\n').toLowerCase(), body.toLowerCase()]
  const quoted = [...credentials].filter(([value]) =>
    tracesOf(value).some((trace) => said.some((part) => part.includes(trace.toLowerCase()))),
  )
  if (quoted.length === 0) return text
  const forms = quoted.map(([value, stands]) => ({
    pattern: new RegExp(formsOf(value).join('|'), 'gi'),
    stands,
  }))
  return (said) => forms.reduce((rest, { pattern, stands }) => rest.replace(pattern, stands), text(said))
}

/**
 * Returns the values of a signature header's members, with or without the colons. For a header that is not a
 * dictionary, returns every text that is long enough.
 */
const signaturesIn = (header: string): string[] => {
  const values = [...header.matchAll(/=:?([\w+/=-]{8,})/g)].map(([, value = '']) => value)
  return values.length > 0 ? values : (header.match(/[\w+/=-]{24,}/g) ?? [])
}

/** Returns the parts that a tamper changed: header names, `body`, `method`, `url`. */
const alteredBetween = (whole: HttpRequest, sent: HttpRequest): string[] => {
  if (whole === sent) return []
  const names = [...new Set([...Object.keys(whole.headers), ...Object.keys(sent.headers)])]
  return [
    ...(whole.method === sent.method ? [] : ['method']),
    ...(whole.url === sent.url ? [] : ['url']),
    ...names.filter((name) => whole.headers[name] !== sent.headers[name]),
    ...(Buffer.compare(whole.body ?? empty, sent.body ?? empty) === 0 ? [] : ['body']),
  ]
}

const empty = new Uint8Array()
