import type { OpenAPIV3_1 } from 'openapi-types'
import { type OperationId, operationIds } from '../core/operations.ts'

/** Returns the operation of a server that a request is addressed to, or undefined if it is addressed to none. */
export type OperationAt = (request: { method: string; url: string }) => OperationId | undefined

export function operationsAt(baseUrl: string, { paths = {} }: OpenAPIV3_1.Document): OperationAt {
  const base = baseUrl.replace(/\/$/, '')
  const known = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, value]) => {
      const { operationId } = Object(value) as { operationId?: unknown }
      const operation = operationIds.find((id) => id === operationId)
      return operation ? [{ method: method.toUpperCase(), pattern: patternOf(path), operation }] : []
    }),
  )
  return ({ method, url }) => {
    if (!url.startsWith(base)) return undefined
    const path = url.slice(base.length).replace(/[?#].*$/s, '')
    return known.find((one) => one.method === method && one.pattern.test(path))?.operation
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`)
