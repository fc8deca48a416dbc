import type { OpenAPIV3_1 } from 'openapi-types'
import { lineageOf, ownFiles } from '../catalogue/lineage.ts'
import { defaultProfile } from '../catalogue/profile.ts'
import { mergePatch, specFile, treeOf } from '../catalogue/spec-file.ts'
import { isObject } from '../core/json.ts'
import { onceForName } from '../core/once.ts'

/**
 * Returns the operations and responses of a profile: spec/openapi.yaml, changed by the profile's own document, which is
 * a JSON Merge Patch. The lint and a test ensure that the result is valid OpenAPI.
 */
export function loadOpenApi(profile: string = defaultProfile): OpenAPIV3_1.Document {
  return read(profile)
}

const read = onceForName((profile) => {
  const [, ...extending] = lineageOf(profile)
  const overlays = extending.flatMap((name) => ownFiles(name, 'openapi.yaml'))
  return [specFile('openapi.yaml'), ...overlays].map(treeOf).reduce(mergePatch) as OpenAPIV3_1.Document
})

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
