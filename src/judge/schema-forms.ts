import type { Requirement } from '../catalogue/requirement.ts'
import { isObject } from '../check/resource.ts'
import { fieldNames } from './schema-places.ts'

type Schemas = Record<string, unknown>

/** The named schemas of a request body or a response: one, or several forms. None where nothing is named. */
export const formsIn = (body: unknown): string[] => {
  const content = isObject(body) && isObject(body['content']) ? body['content'] : {}
  const json = isObject(content['application/json']) ? content['application/json'] : {}
  const schema = isObject(json['schema']) ? json['schema'] : {}
  const options: unknown[] = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [schema]
  return options
    .filter(isObject)
    .flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : []))
}

/**
 * Says of which form a value claims to be: the first of which it has a field that no other form has, if any. Never the
 * first that fits, or a broken form would pass as another one.
 */
export const claimedAmong = (
  schemas: Schemas,
  forms: readonly string[],
): ((value: unknown) => string | undefined) => {
  const own = forms.map((form) => {
    const others = forms.filter((other) => other !== form).flatMap((other) => fieldNames(schemas, other))
    return { form, fields: fieldNames(schemas, form).filter((field) => !others.includes(field)) }
  })
  return (value) =>
    isObject(value)
      ? own.find(({ fields }) => fields.some((field) => Object.hasOwn(value, field)))?.form
      : undefined
}

/** Which requirement states a keyword of the specification's schemas, by its place. */
export const requirementsByPointer = (
  requirements: ReadonlyMap<string, Pick<Requirement, 'id' | 'schema'>>,
): Map<string, string> =>
  new Map(
    [...requirements.values()].flatMap(({ id, schema = [] }) =>
      schema.map((pointer) => [pointer, id] as const),
    ),
  )
