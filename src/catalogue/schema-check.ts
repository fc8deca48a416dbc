import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from './catalogue.ts'
import { answerSchemas, type Keyword, keywordsOf } from './keywords.ts'
import { didYouMean } from './nearest.ts'
import type { Requirement } from './requirement.ts'

/** Where the catalogue and the schemas of spec/openapi.yaml do not fit together. */
export function schemaProblems(
  catalogue: Catalogue,
  { components, ...document }: OpenAPIV3_1.Document,
): string[] {
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
