import type { OpenAPIV3_1 } from 'openapi-types'
import { specFile, treeOf } from './spec-file.ts'

/** spec/openapi.yaml. That it is valid OpenAPI is what its lint is for. */
export const loadOpenApi = (): OpenAPIV3_1.Document =>
  treeOf(specFile('openapi.yaml')) as OpenAPIV3_1.Document
