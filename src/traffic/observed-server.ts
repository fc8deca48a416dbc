import { parseJson } from '../core/json.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import type { ClientSpecification } from '../diagnose/client/claims.ts'
import { createFacts } from '../diagnose/client/facts.ts'
import type { ClientRequest, ServerSide } from '../diagnose/client/request.ts'
import type { Captured } from './captured.ts'
import { createAuthorizationServers, operationsAt } from './operation-at.ts'

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
