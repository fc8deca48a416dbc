import { randomUUID } from 'node:crypto'
import type { HttpRequest } from '../../core/http-request.ts'
import { isObject } from '../../core/json.ts'
import type { Target } from '../../target-file/target.ts'
import type { RequestDraft } from '../draft.ts'
import type { Spelling, UrlParts } from './spellings.ts'

/** Builds the unsigned message of a draft. Its URL is put together as text, so that exactly the signed URL is sent. */
export async function build(
  draft: RequestDraft,
  target: Pick<Target, 'baseUrl' | 'profile'>,
): Promise<HttpRequest> {
  const headers: Record<string, string> = {}
  const body = bodyOf(draft)
  if (body) headers['content-type'] = 'application/json'
  if (draft.token) {
    const scheme = draft.scheme ?? target.profile.authorizationScheme
    headers.authorization = `${scheme} ${await draft.token.value()}`
  }
  const framing = draft.chunked && body ? { 'transfer-encoding': 'chunked' } : {}
  const url = urlOf(draft, target)
  return {
    method: draft.method,
    url,
    headers: { ...headers, ...filledIn(draft, url), ...draft.headers, ...framing },
    ...(body ? { body } : {}),
  }
}

type FieldPart = 'method' | 'other' | 'scheme' | 'host' | 'port' | 'path' | 'uuid'

/** Fills parts of the request, and a text of its own, into the values of its further headers. */
const filledIn = (
  { method, furtherHeaders = [], uuid }: RequestDraft,
  sent: string,
): Record<string, string> => {
  const headers = furtherHeaders.flatMap((own) => Object.entries(own))
  if (headers.length === 0) return {}
  const url = new URL(sent)
  const scheme = url.protocol.slice(0, -1)
  const parts: Record<FieldPart, string> = {
    method,
    other: method === 'GET' ? 'POST' : 'GET',
    scheme,
    host: url.host,
    port: url.port || (scheme === 'https' ? '443' : '80'),
    path: url.pathname + url.search,
    uuid: uuid ?? randomUUID(),
  }
  const filled = (value: string): string => value.replace(/\{(\w+)\}/g, (_, part: FieldPart) => parts[part])
  return Object.fromEntries(
    headers.map(([name, value]) => [name, value.includes('{') ? filled(value) : value]),
  )
}

/** Returns the URL of a draft as it is signed and sent. */
export function urlOf(draft: RequestDraft, target: Pick<Target, 'baseUrl'>): string {
  const { spelling = (same) => same } = draft
  const { base, path, query } = spelling(urlPartsOf(draft, target))
  return base + path + query
}

/** Returns a draft whose URL is written in another way, or undefined if it would be the same. */
export function withSpelling(
  draft: RequestDraft,
  spelling: Spelling['write'],
  target: Pick<Target, 'baseUrl'>,
): RequestDraft | undefined {
  const { spelling: earlier = (same) => same } = draft
  const written: RequestDraft = { ...draft, spelling: (parts) => spelling(earlier(parts)) }
  return urlOf(written, target) === urlOf(draft, target) ? undefined : written
}

/** Returns the URL of a draft in its usual spelling, in parts. */
const urlPartsOf = (draft: RequestDraft, { baseUrl }: Pick<Target, 'baseUrl'>): UrlParts => {
  const [path = '', ...own] = draft.path.split(/(?=\?)/)
  const pairs = (draft.query ?? []).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const query = own.join('')
  const added = pairs.length === 0 ? '' : `${query ? '&' : '?'}${pairs.join('&')}`
  return { base: draft.baseUrl ?? baseUrl, path, query: query + added }
}

/** Returns the bytes of a draft's body as they are sent. */
export function bodyOf(draft: RequestDraft): Uint8Array | undefined {
  const { body, furtherFields, padding = 0, blockLength = 1 } = draft
  if (body === undefined) return undefined
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(withFields(body, furtherFields)))
  const blocks = Math.ceil((bytes.length + padding) / blockLength)
  const missing = blocks * blockLength - bytes.length
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing, ' ')])
}

const withFields = (body: unknown, fields: RequestDraft['furtherFields']): unknown =>
  fields && isObject(body) ? { ...body, ...without(fields, body) } : body

const without = (fields: Readonly<Record<string, unknown>>, own: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in own)))

/** Percent-encodes a text. The way over UTF-8 replaces lone surrogates, at which encodeURIComponent throws. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
