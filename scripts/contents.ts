import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { isObject } from '../src/core/json.ts'

/** Keywords that the compiler of types would make names or tuples of. Types leave open what they demand. */
const untyped = ['$id', 'title', 'examples', 'default', 'contains', 'minItems', 'maxItems', 'uniqueItems']

/** Members whose names are those of fields or definitions, not keywords. */
const named = ['properties', '$defs']

/** Returns what types can say of a schema. A description beside a reference describes the field, not another type. */
const typed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(typed)
  if (!isObject(schema)) return schema
  const { $ref, description, ...others } = schema
  if ($ref !== undefined && description !== undefined) return { ...others, description, allOf: [{ $ref }] }
  const isOpen = [schema['type']].flat().includes('object') && schema['properties'] === undefined
  return {
    ...Object.fromEntries(Object.entries(schema).flatMap(memberOf)),
    ...(isOpen && schema['additionalProperties'] === undefined && { additionalProperties: true }),
  }
}

const memberOf = ([name, value]: [string, unknown]): Array<[string, unknown]> => {
  if (untyped.includes(name) || (name === 'allOf' && !JSON.stringify(value).includes('"$ref"'))) return []
  if (!named.includes(name) || !isObject(value)) return [[name, typed(value)]]
  return [[name, Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, typed(inner)]))]]
}

/** Returns the schema with names of definitions that no other type has. */
const renamed = (schema: object): Record<string, unknown> => {
  const text = JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, '"#/$defs/$1Contents"')
  const { $defs, ...others } = JSON.parse(text)
  const definitions = Object.entries($defs ?? {}).map(([name, inner]) => [`${name}Contents`, inner])
  return { ...others, $defs: Object.fromEntries(definitions) }
}

/** Writes the TypeScript types of the files that a JSON Schema describes. */
export function contentsOf(schema: object, name: string): Promise<string> {
  return compile(typed(renamed(schema)) as JSONSchema, name, {
    additionalProperties: false,
    bannerComment:
      '// The types of a target file as it is written, made by `npm run schemas` from the schema of the target file.',
    format: false,
  })
}
