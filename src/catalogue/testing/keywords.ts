import type { OpenAPIV3_1 } from 'openapi-types'
import { isObject } from '../../core/json.ts'

/** A keyword of a named schema that a value can break. */
export interface Keyword {
  /** The keyword's place, in words: `Quote.receiver.pattern`. */
  place: string
  /** The pointers by which a catalogue entry can name it, the narrowest first. */
  pointers: string[]
  /** Set if the keyword is `x-should`. */
  recommended: boolean
}

type Schema = Record<string, unknown>

/** Keywords that describe, or that refer to other schemas. Those schemas are judged separately. */
const silent = new Set([
  'description',
  'title',
  'examples',
  'example',
  'x-open-name',
  '$ref',
  'allOf',
  'oneOf',
  'anyOf',
  'if',
  'then',
])

/** Returns the keywords of a named schema, without those of the schemas that it refers to. */
export function keywordsOf(name: string, schema: unknown): Keyword[] {
  if (!isObject(schema)) return []
  const { required, properties, 'x-should': should, ...own } = schema
  return [
    ...assertionsOf(own).map((keyword) => ({
      place: `${name}.${keyword}`,
      pointers: [name],
      recommended: false,
    })),
    ...textsIn(required).map((field) => presence(name, field, false)),
    ...textsIn(should).map((field) => presence(name, field, true)),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([field, of]) =>
      fieldKeywords(name, field, of),
    ),
    ...partsOf(schema).flatMap((part) => keywordsOf(name, part)),
  ]
}

/** Returns the named schemas by which responses are judged, of all operations. */
export function answerSchemas({ paths, components }: OpenAPIV3_1.Document): string[] {
  const found = new Set<string>()
  const follow = (node: unknown): void => {
    for (const name of namesIn(node)) {
      if (found.has(name)) continue
      found.add(name)
      follow(components?.schemas?.[name])
    }
  }
  for (const item of Object.values(paths ?? {})) {
    for (const operation of Object.values(item ?? {})) if (isObject(operation)) follow(operation.responses)
  }
  follow(components?.responses)
  return [...found].sort()
}

const fieldKeywords = (name: string, field: string, schema: unknown): Keyword[] => {
  if (!isObject(schema)) return []
  const place = `${name}.${field}`
  return assertionsOf(schema).map((keyword) =>
    keyword === 'x-should'
      ? { place: `${place}.x-should`, pointers: [`${place}.x-should`], recommended: true }
      : { place: `${place}.${keyword}`, pointers: [`${place}.${keyword}`, place], recommended: false },
  )
}

const presence = (name: string, field: string, recommended: boolean): Keyword => {
  const place = `${name}.${field}.required`
  return { place, pointers: [place], recommended }
}

/** Returns the keywords that restrict a value. `items` that refer to a named schema are excluded. */
const assertionsOf = (schema: Schema): string[] =>
  Object.keys(schema).filter(
    (keyword) => !silent.has(keyword) && !(keyword === 'items' && namesIn(schema[keyword]).length > 0),
  )

const partsOf = ({ allOf }: Schema): unknown[] => (Array.isArray(allOf) ? allOf : [])

/**
 * Returns the named schemas that a node refers to. Conditions are excluded, since they only decide whether another
 * schema applies.
 */
const namesIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'if') return []
    if (key !== '$ref' || typeof value !== 'string') return namesIn(value)
    return value.startsWith('#/components/schemas/') ? [value.slice('#/components/schemas/'.length)] : []
  })
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
