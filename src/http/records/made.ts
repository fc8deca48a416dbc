import type { ExchangeEvent, RecordedRequest } from '../../core/events.ts'
import { parseJson, valueAt } from '../../core/json.ts'

/** Returns the id of what an accepted request made, or undefined if it made nothing. */
export function madeBy({
  operation,
  response,
}: Pick<ExchangeEvent, 'operation' | 'response'>): string | undefined {
  if (!operation?.startsWith('create-') || response === undefined || response.status >= 300) return undefined
  const id = valueAt(parseJson(response.body), 'id')
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Returns what a quote or a payment debits, by its JSON, or undefined if that does not say it. */
export function debitIn(json: unknown): bigint | undefined {
  const value = valueAt(json, 'debitAmount', 'value')
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined
}

/** Returns true if a request names a resource by its id. */
export function mentions({ url, body = '' }: RecordedRequest, id: string): boolean {
  return url.endsWith(`/${nameIn(id)}`) || body.includes(JSON.stringify(id))
}

/** Names other resources in a request than those of its record. A body that changes gets a new digest and length. */
export function withIds(request: RecordedRequest, ids: ReadonlyMap<string, string>): RecordedRequest {
  const known = [...ids].filter(([id]) => mentions(request, id))
  let { url, body } = request
  for (const [before, now] of known) {
    if (url.endsWith(`/${nameIn(before)}`)) url = url.slice(0, -nameIn(before).length) + nameIn(now)
    body = body?.replaceAll(JSON.stringify(before), JSON.stringify(now))
  }
  const { 'content-digest': _, 'content-length': __, ...headers } = request.headers
  return body === request.body
    ? { ...request, url }
    : { ...request, url, headers, ...(body === undefined ? {} : { body }) }
}

/** Returns the last part of an id that is a URL, or the id itself. */
const nameIn = (id: string): string => id.slice(id.lastIndexOf('/') + 1)
