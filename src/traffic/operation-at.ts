import type { OpenAPIV3_1 } from 'openapi-types'
import { createMemory } from '../check/memory.ts'
import { parseJson, valueAt } from '../core/json.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import { urlKey } from '../core/urls.ts'
import { walletDocumentIn } from '../core/wallet-document.ts'
import type { AuthorizationOperation } from '../diagnose/client/request.ts'
import { operationsIn, pathPattern } from '../openapi/operations.ts'
import type { Captured } from './captured.ts'

/** Returns the operation of a server that a request is addressed to, or undefined if it is addressed to none. */
export type OperationAt = (request: { method: string; url: string }) => OperationId | undefined

export function operationsAt(baseUrl: string, openapi: OpenAPIV3_1.Document): OperationAt {
  const base = baseUrl.replace(/\/$/, '')
  const known = operationsIn(openapi).flatMap(({ id, method, path }) => {
    const operation = operationIds.find((one) => one === id)
    return operation ? [{ method, pattern: pathPattern(path), operation }] : []
  })
  return ({ method, url }) => {
    if (!url.startsWith(base)) return undefined
    const path = url.slice(base.length).replace(/[?#].*$/s, '')
    return known.find((one) => one.method === method && one.pattern.test(path))?.operation
  }
}

/** The authorization servers that traffic has named, and the URLs that they gave for grants and tokens. */
export interface AuthorizationServers {
  /** Returns the operation that a request is addressed to, or undefined if it is addressed to none. */
  operationAt: (request: { method: string; url: string }) => AuthorizationOperation | undefined
  learn: (captured: Captured) => void
}

/** The operations at a URL of each kind, by method. */
const operations: Record<string, Partial<Record<string, AuthorizationOperation>>> = {
  server: { POST: 'post-request' },
  continue: { POST: 'post-continue', DELETE: 'delete-continue' },
  token: { POST: 'post-token', DELETE: 'delete-token' },
}

/** `known` has the servers that are known from the start. */
export function createAuthorizationServers(known: readonly string[] = []): AuthorizationServers {
  const kinds = createMemory<string>()
  const keep = (url: unknown, kind: string): void => {
    if (typeof url === 'string' && URL.canParse(url)) kinds.set(urlKey(url), kind)
  }
  for (const url of known) keep(url, 'server')
  const kindAt = (url: string): string | undefined => {
    const own = kinds.get(urlKey(url))
    if (own !== undefined) return own
    // The paths of the published specification, for grants and tokens that the traffic does not show.
    const [, base = '', kind] = /^(.*)\/(continue|token)\/[^/?#]+$/.exec(url) ?? []
    return kinds.get(urlKey(base)) === 'server' ? kind : undefined
  }
  const operationAt: AuthorizationServers['operationAt'] = ({ method, url }) =>
    operations[kindAt(url) ?? '']?.[method]
  return {
    operationAt,
    learn: ({ request, response }) => {
      if (!response) return
      const [, named] = /\bas_uri="?([^",\s]+)/i.exec(response.headers['www-authenticate'] ?? '') ?? []
      keep(named, 'server')
      if (response.status >= 300) return
      const json = parseJson(response.text)
      if (request.method === 'GET') keep(walletDocumentIn(json).authServer, 'server')
      if (operationAt(request) === undefined) return
      keep(valueAt(json, 'continue', 'uri'), 'continue')
      for (const token of [valueAt(json, 'access_token')].flat()) keep(valueAt(token, 'manage'), 'token')
    },
  }
}
