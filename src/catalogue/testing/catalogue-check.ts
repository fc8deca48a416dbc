import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from '../catalogue.ts'
import { didYouMean } from '../nearest.ts'
import type { Outline } from '../outline.ts'
import type { Requirement } from '../requirement.ts'
import { answerSchemas, type Keyword, keywordsOf } from './keywords.ts'

/** The parts that have to fit together: the catalogue, the outline, the schemas and the checks. */
export interface Parts {
  catalogue: Catalogue
  outline: Outline
  openapi: OpenAPIV3_1.Document
  /** The requirements that each check claims to judge, by the check's id. */
  claims: ReadonlyMap<string, readonly string[]>
}

/** Returns everything that does not fit, in sentences. Empty if everything fits. */
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

/** Every entry needs exactly one of these: a check, a reason to be untested, or a later topic. */
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

/** Compares the catalogue with the schemas of spec/openapi.yaml. */
function schemaProblems(catalogue: Catalogue, { components, ...document }: OpenAPIV3_1.Document): string[] {
  const schemas = components?.schemas ?? {}
  const keywords = new Map(Object.entries(schemas).map(([name, schema]) => [name, keywordsOf(name, schema)]))
  const named = entriesByPointer(catalogue)
  const answers = answerSchemas({ ...document, components: { ...components, schemas } }).flatMap(
    (name) => keywords.get(name) ?? [],
  )
  return [
    ...strayPointers(named, [...keywords.values()].flat()),
    ...[...named].flatMap(([pointer, entries]) => (entries.length > 1 ? [contested(pointer, entries)] : [])),
    ...answers.flatMap((keyword) => coverageProblem(keyword, named)),
  ]
}

type ByPointer = ReadonlyMap<string, readonly Requirement[]>

const entriesByPointer = (catalogue: Catalogue): ByPointer => {
  const named = new Map<string, Requirement[]>()
  for (const entry of catalogue.values()) {
    for (const pointer of entry.schema ?? []) named.set(pointer, [...(named.get(pointer) ?? []), entry])
  }
  return named
}

const strayPointers = (named: ByPointer, keywords: readonly Keyword[]): string[] => {
  const known = new Set(keywords.flatMap(({ pointers }) => pointers))
  return [...named].flatMap(([pointer, entries]) =>
    known.has(pointer)
      ? []
      : entries.map(
          ({ id }) =>
            `${id} names ${pointer}, which is not in spec/openapi.yaml${didYouMean(pointer, known)}`,
        ),
  )
}

const contested = (pointer: string, entries: readonly Requirement[]): string =>
  `${pointer} is named by ${entries.map(({ id }) => id).join(' and ')}; leave it to one`

const coverageProblem = ({ place, pointers, recommended }: Keyword, named: ByPointer): string[] => {
  const [entry] = pointers.flatMap((pointer) => named.get(pointer) ?? [])
  if (!entry)
    return [
      `spec/openapi.yaml says ${place}, which no entry names: add ${pointers.join(' or ')} to its schema`,
    ]
  if (recommended === (entry.level !== 'MUST')) return []
  return [
    `${place} ${recommended ? 'stands under x-should' : 'is demanded'}, yet ${entry.id} is a ${entry.level}`,
  ]
}
