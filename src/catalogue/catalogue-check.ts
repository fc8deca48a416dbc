import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from './catalogue.ts'
import { didYouMean } from './nearest.ts'
import type { Outline } from './outline.ts'
import type { Requirement } from './requirement.ts'
import { schemaProblems } from './schema-check.ts'

/** What has to fit together: the catalogue, the outline, the schemas and the checks. */
export interface Parts {
  catalogue: Catalogue
  outline: Outline
  openapi: OpenAPIV3_1.Document
  /** The requirements that each check claims to judge, by the check's id. */
  claims: ReadonlyMap<string, readonly string[]>
}

/** Everything that does not fit, in sentences; none where all does. */
export function problemsOf({ catalogue, outline, openapi, claims }: Parts): string[] {
  return [
    ...sourceProblems(catalogue, outline),
    ...claimProblems(catalogue, claims),
    ...standingProblems(catalogue, claims),
    ...schemaProblems(catalogue, openapi),
  ]
}

const sourceProblems = (catalogue: Catalogue, outline: Outline): string[] => {
  const entries = [...catalogue.values()]
  const stray = entries.filter(({ source }) => !outline.has(source))
  return [
    ...stray.map(
      ({ id, source }) =>
        `${id} stands at "${source}", which is not in the outline${didYouMean(source, outline.keys())}`,
    ),
    ...[...outline.values()].flatMap(({ id, obligations }) => {
      const found = entries.filter(({ source }) => source === id).length
      if (found === obligations) return []
      return [`the outline reads ${obligations} obligations out of ${id}, the catalogue has ${found}`]
    }),
  ]
}

const claimProblems = (catalogue: Catalogue, claims: Parts['claims']): string[] =>
  [...claims].flatMap(([check, requirements]) =>
    requirements
      .filter((id) => !catalogue.has(id))
      .map(
        (id) =>
          `check "${check}" verifies "${id}", which is not in spec/requirements${didYouMean(id, catalogue.keys())}`,
      ),
  )

/** Every entry has exactly one of a check, a reason to be untested, and a later topic. */
const standingProblems = (catalogue: Catalogue, claims: Parts['claims']): string[] => {
  const claimed = new Map([...claims].flatMap(([check, ids]) => ids.map((id) => [id, check] as const)))
  return [...catalogue.values()].flatMap((entry) => standingProblem(entry, claimed.get(entry.id)))
}

const standingProblem = ({ id, untested, later }: Requirement, check: string | undefined): string[] => {
  const set = untested !== undefined ? 'untested' : later !== undefined ? 'later' : undefined
  if (check !== undefined && set)
    return [`${id} is ${set}, yet check "${check}" verifies it: take "${set}" away`]
  if (check === undefined && !set)
    return [`${id} has no check: write one, or say "untested" or "later" and why`]
  return []
}
