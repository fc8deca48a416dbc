import type { Target } from '../target/target.ts'
import type { Draft, Message } from './draft.ts'

/** The message of a draft, not yet signed. Its URL is put together as text: what is signed is what is sent. */
export const build = async (draft: Draft, target: Pick<Target, 'baseUrl' | 'profile'>): Promise<Message> => {
  const headers: Record<string, string> = {}
  const body = bytesOf(draft.body)
  if (body) headers['content-type'] = 'application/json'
  if (draft.token) {
    const scheme = draft.scheme ?? target.profile.authorizationScheme
    headers.authorization = `${scheme} ${await draft.token.value()}`
  }
  const url = (draft.baseUrl ?? target.baseUrl) + withQuery(draft.path, draft.query ?? [])
  return { method: draft.method, url, headers: { ...headers, ...draft.headers }, ...(body ? { body } : {}) }
}

const bytesOf = (body: unknown): Uint8Array | undefined => {
  if (body === undefined || body instanceof Uint8Array) return body
  return Buffer.from(JSON.stringify(body))
}

const withQuery = (path: string, query: NonNullable<Draft['query']>): string => {
  if (query.length === 0) return path
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${pairs}`
}

/** By way of UTF-8, in which a lone surrogate becomes a replacement character: encodeURIComponent throws at it. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
