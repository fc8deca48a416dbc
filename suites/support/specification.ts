import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { Profile } from '../../src/catalogue/profile.ts'
import { onceForName } from '../../src/core/once.ts'
import type { Specification } from '../../src/judge/answers.ts'
import { loadOpenApi } from '../../src/openapi/document.ts'

/** What a profile says of answers, read once. */
export function specificationOf({ name }: Profile): Specification {
  return read(name)
}

const read = onceForName((name) => ({ openapi: loadOpenApi(name), requirements: loadCatalogue(name) }))
