import type { ExchangeEvent, RecordedRequest, RecordedResponse } from '../events.ts'
import type { OperationId } from '../operations.ts'
import type { Outcome } from './answer.ts'
import type { Message } from './draft.ts'
import { marker, signatureMarker } from './marker.ts'
import type { Redactor } from './redact.ts'
import type { Signed } from './sign.ts'

/** A message on its way: as it was meant, as it is sent, and how it was signed. */
export interface Prepared {
  operation?: OperationId
  whole: Message
  sent: Message
  /** Name of the token in the target file. */
  token?: string
  signing?: Omit<Signed, 'message'> & { key: string; keyId: string }
  /** What the target file adds to every request. */
  added: Record<string, string>
}

type Times = Pick<ExchangeEvent, 'number' | 'check' | 'sent' | 'received' | 'at' | 'milliseconds'>

/** The event of an exchange. Nothing secret is left in it. */
export const record = (
  times: Times,
  prepared: Prepared,
  outcome: Outcome,
  redactor: Redactor,
): ExchangeEvent => {
  const text = withoutCredentialsOf(prepared, redactor)
  const answered =
    'response' in outcome
      ? { response: recordedResponse(outcome.response, text) }
      : { failure: { code: outcome.failure.code, message: text(outcome.failure.message) } }
  const { number, check, ...rest } = times
  const { operation } = prepared
  return {
    type: 'exchange',
    number,
    check,
    ...(operation ? { operation } : {}),
    request: recordedRequest(prepared, text),
    ...answered,
    ...rest,
  }
}

const recordedRequest = (prepared: Prepared, text: (text: string) => string): RecordedRequest => {
  const { whole, sent, token, signing } = prepared
  const altered = alteredBetween(whole, sent)
  const added = mapped(prepared.added, (value, name) => marker(`headers.${name}`, value))
  return {
    method: sent.method,
    url: text(sent.url),
    headers: { ...added, ...mapped(sent.headers, text) },
    ...(sent.body ? { body: text(Buffer.from(sent.body).toString()) } : {}),
    ...(token ? { token } : {}),
    ...(signing ? { signing: { ...signing, base: text(signing.base) } } : {}),
    ...(altered.length > 0 ? { altered } : {}),
  }
}

const recordedResponse = (
  { status, headers, text: body }: { status: number; headers: Record<string, string>; text: string },
  text: (text: string) => string,
): RecordedResponse => ({ status, headers: mapped(headers, text), body: text(body) })

/**
 * The redactor, and besides it what this one message carries: a token altered by a check is nearly the token, and
 * a server may quote both token and signature in its answer.
 */
const withoutCredentialsOf = ({ whole, sent, token }: Prepared, redactor: Redactor) => {
  const replacements = new Map<string, string>()
  for (const { headers } of whole === sent ? [sent] : [whole, sent]) {
    const credentials = credentialsIn(headers.authorization ?? '')
    if (credentials && redactor.text(credentials) === credentials) {
      replacements.set(credentials, marker(token ?? 'token', credentials))
    }
    for (const signature of signaturesIn(headers.signature ?? '')) {
      replacements.set(signature, signatureMarker(signature))
    }
  }
  return (text: string): string => {
    let replaced = redactor.text(text)
    for (const [value, stands] of replacements) replaced = replaced.replaceAll(value, stands)
    return replaced
  }
}

const credentialsIn = (authorization: string): string =>
  authorization.slice(authorization.indexOf(' ') + 1).trim()

/** The values of its members, with or without the colons; of what is no dictionary, whatever is long enough. */
const signaturesIn = (header: string): string[] => {
  const values = [...header.matchAll(/=:?([\w+/=-]{8,})/g)].map(([, value = '']) => value)
  return values.length > 0 ? values : (header.match(/[\w+/=-]{24,}/g) ?? [])
}

const mapped = (
  headers: Record<string, string>,
  change: (value: string, name: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))

/** What a spoil changed: header names, `body`, `method`, `url`. */
const alteredBetween = (whole: Message, sent: Message): string[] => {
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
