import type { OpenAPIV3_1 } from 'openapi-types'
import { lineageOf, ownFiles } from '../catalogue/lineage.ts'
import { mergePatch } from '../catalogue/merge-patch.ts'
import { defaultProfile } from '../catalogue/profile.ts'
import { specFile, treeOf } from '../catalogue/spec-file.ts'
import { onceForName } from '../core/once.ts'

/**
 * What a profile has of operations and answers: spec/openapi.yaml, and over it what the profile says otherwise, as a
 * JSON Merge Patch. That it is valid OpenAPI is what the lint and a test are for.
 */
export function loadOpenApi(profile: string = defaultProfile): OpenAPIV3_1.Document {
  return read(profile)
}

const read = onceForName((profile) => {
  const [, ...extending] = lineageOf(profile)
  const overlays = extending.flatMap((name) => ownFiles(name, 'openapi.yaml'))
  return [specFile('openapi.yaml'), ...overlays].map(treeOf).reduce(mergePatch) as OpenAPIV3_1.Document
})
