import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { Profile } from '../../src/catalogue/profile.ts'
import { onceForName } from '../../src/core/once.ts'
import type { Specification } from '../../src/judge/answers.ts'
import { loadOpenApi } from '../../src/openapi/document.ts'

/** Returns what a profile says about responses: its OpenAPI document and its requirements, which are read once. */
export function specificationOf({ name }: Profile): Specification {
  return read(name)
}

const read = onceForName((name) => ({ openapi: loadOpenApi(name), requirements: loadCatalogue(name) }))
