import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { loadOpenApi } from '../src/catalogue/openapi.ts'
import type { Profile } from '../src/catalogue/profile.ts'
import type { Specification } from '../src/judge/answers.ts'

const known = new Map<string, Specification>()

/** What a profile says of answers, read once. */
export const specificationOf = ({ name }: Profile): Specification => {
  const found = known.get(name) ?? { openapi: loadOpenApi(name), requirements: loadCatalogue(name) }
  known.set(name, found)
  return found
}
