import type { OpenAPIV3_1 } from 'openapi-types'
import { lineageOf, ownFiles } from '../catalogue/lineage.ts'
import { defaultProfile } from '../catalogue/profile.ts'
import { mergePatch, specFile, treeOf } from '../catalogue/spec-file.ts'
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
