import type { OpenAPIV3_1 } from 'openapi-types'
import { createMemory } from '../check/memory.ts'
import { parseJson, valueAt } from '../core/json.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import { urlKey } from '../core/urls.ts'
import { walletDocumentIn } from '../core/wallet-document.ts'
import type { ClientSpecification } from '../diagnose/client/claims.ts'
import { createFacts } from '../diagnose/client/facts.ts'
import type { AuthorizationOperation, ClientRequest, ServerSide } from '../diagnose/client/request.ts'
import { operationsIn, pathPattern } from '../openapi/document.ts'
import type { Captured } from './captured.ts'

/** A server as its traffic shows it. */
export interface ObservedServer {
  /** Returns the request if it is addressed to an operation of the server, or of its authorization servers. */
  requestOf: (captured: Captured) => ClientRequest | undefined
  /** Learns from an exchange, whichever server it is addressed to. */
  learn: (captured: Captured) => void
  facts: ServerSide['facts']
}

/** The interface says nothing about authorization servers, so under its profile no request there is judged. */
export function observeServer(
  { openapi, catalogue }: ClientSpecification,
  baseUrl: string,
  authServers: readonly string[] = [],
): ObservedServer {
  const operationAt = operationsAt(baseUrl, openapi)
  const authorization = createAuthorizationServers(authServers)
  const judgesAuthorization = catalogue.has('client.authorization.signed')
  const facts = createFacts()
  return {
    facts,
    requestOf: ({ request: message, response, at }) => {
      const operation =
        operationAt(message) ?? (judgesAuthorization ? authorization.operationAt(message) : undefined)
      if (!operation) return undefined
      const { status, headers, text } = response ?? { status: 0, headers: {}, text: '' }
      return { message, operation, status, headers, text, at: new Date(at) }
    },
    learn: (captured) => {
      authorization.learn(captured)
      const { request, response } = captured
      if (!response || response.status < 200 || response.status >= 300) return
      const operation = operationAt(request)
      if (operation || request.method === 'GET') facts.learn(operation, parseJson(response.text))
    },
  }
}

/** Returns true for operations of the server itself, and false for those of an authorization server. */
export function isOfServer(
  request: ClientRequest | undefined,
): request is ClientRequest & { operation: OperationId } {
  return operationIds.some((id) => id === request?.operation)
}

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
