import type { HttpRequest } from '../../core/http-request.ts'
import type { Target } from '../../target-file/target.ts'
import type { RequestDraft } from '../draft.ts'

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
  const url = (draft.baseUrl ?? target.baseUrl) + withQuery(draft.path, draft.query ?? [])
  const framing = draft.chunked && body ? { 'transfer-encoding': 'chunked' } : {}
  return {
    method: draft.method,
    url,
    headers: { ...headers, ...draft.headers, ...framing },
    ...(body ? { body } : {}),
  }
}

/** Returns the bytes of a draft's body as they are sent. */
export function bodyOf(draft: RequestDraft): Uint8Array | undefined {
  const { body, furtherFields, padding = 0, blockLength = 1 } = draft
  if (body === undefined || body instanceof Uint8Array) return body
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const value = furtherFields && isObject ? { ...body, ...without(furtherFields, body) } : body
  const json = Buffer.from(JSON.stringify(value))
  const blocks = Math.ceil((json.length + padding) / blockLength)
  return Buffer.concat([json, Buffer.alloc(blocks * blockLength - json.length, ' ')])
}

const without = (fields: Readonly<Record<string, unknown>>, own: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in own)))

const withQuery = (path: string, query: NonNullable<RequestDraft['query']>): string => {
  if (query.length === 0) return path
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${pairs}`
}

/** Percent-encodes a text. The way over UTF-8 replaces lone surrogates, at which encodeURIComponent throws. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
