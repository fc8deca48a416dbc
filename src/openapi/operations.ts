import type { OpenAPIV3_1 } from 'openapi-types'
import { isObject } from '../core/json.ts'

interface DocumentedOperation {
  id: string
  method: string
  /** The path, with a name in braces for each parameter. */
  path: string
  operation: OpenAPIV3_1.OperationObject
}

/** Lists the operations of a document that have an id. */
export function operationsIn({ paths = {} }: OpenAPIV3_1.Document): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, operation]) =>
      hasId(operation) ? [{ id: operation.operationId, method: method.toUpperCase(), path, operation }] : [],
    ),
  )
}

const hasId = (value: unknown): value is OpenAPIV3_1.OperationObject & { operationId: string } =>
  isObject(value) && typeof value['operationId'] === 'string'

/** Returns a pattern of the paths that fit a documented one. Each parameter is a group. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '([^/]+)')}$`)
}
