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

/** A message on its way: as it was meant, as it is sent, and how it was signed. */
export interface Prepared {
  operation?: OperationId
  whole: HttpRequest
  sent: HttpRequest
  /** Name of the token in the target file. */
  token?: string
  signing?: (Omit<Signed, 'message' | 'whole'> & { key: string; keyId: string }) | undefined
  /** What the target file adds to every request. */
  added: Record<string, string>
  /** The exchange that had the same request before. */
  repeats?: number
}

type Times = Pick<ExchangeEvent, 'number' | 'check' | 'sent' | 'received' | 'at' | 'milliseconds'>

/** The event of an exchange. Nothing secret is left in it. */
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
  { status, headers, text: body }: Answered,
  name: HideSecrets,
  text: HideSecrets,
): RecordedResponse => ({ status, headers: recordedHeaders(headers, name, text), body: text(body) })

type HideSecrets = (text: string) => string

const hidden = ([name, value]: [string, string]): [string, string] => [name, marker(`headers.${name}`, value)]

/** A name may be something that a server quotes, in lower case as all names are. */
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

type Answered = Pick<Response, 'status' | 'headers' | 'text'>

/** What this one message carries, beside the target's secrets, with what stands for it. */
type CarriedSecrets = ReadonlyMap<string, string>

/** A token altered by a check is nearly the token. */
const credentialsOf = ({ whole, sent, token }: Prepared, redactor: Redactor): CarriedSecrets => {
  const replacements = new Map<string, string>()
  for (const { headers } of whole === sent ? [sent] : [whole, sent]) {
    const { authorization = '' } = headers
    const credentials = credentialsIn(authorization)
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

/** A server may quote what it got, in other forms than it got it in. */
const withoutQuoted = (
  credentials: CarriedSecrets,
  { headers, text: body }: Answered,
  text: (text: string) => string,
): ((text: string) => string) => {
  // Apart, as a body may be long.
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

const credentialsIn = (authorization: string): string =>
  authorization.slice(authorization.indexOf(' ') + 1).trim()

/** The values of its members, with or without the colons; of what is not a dictionary, whatever is long enough. */
const signaturesIn = (header: string): string[] => {
  const values = [...header.matchAll(/=:?([\w+/=-]{8,})/g)].map(([, value = '']) => value)
  return values.length > 0 ? values : (header.match(/[\w+/=-]{24,}/g) ?? [])
}

/** What a tamper changed: header names, `body`, `method`, `url`. */
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
