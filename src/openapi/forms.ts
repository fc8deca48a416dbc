import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import { isObject } from '../core/json.ts'
import { fieldNames } from './places.ts'

type SchemasByName = Record<string, unknown>

/** The named schemas of a request body or a response: one, or several forms. None where nothing is named. */
export function formsIn(body: unknown): string[] {
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
export function claimedAmong(
  schemas: SchemasByName,
  forms: readonly string[],
): (value: unknown) => string | undefined {
  const own = forms.map((form) => {
    const others = forms.filter((other) => other !== form).flatMap((other) => fieldNames(schemas, other))
    return { form, fields: fieldNames(schemas, form).filter((field) => !others.includes(field)) }
  })
  return (value) =>
    isObject(value)
      ? own.find(({ fields }) => fields.some((field) => Object.hasOwn(value, field)))?.form
      : undefined
}

/** The schema of the public form of an incoming payment. */
export const publicForm = 'PublicIncomingPayment'

/**
 * Says which of its forms an answer has. An incoming payment in public form may show more than it has to; it is told by
 * the field that names the authorization server, beside neither `id` nor `methods`. Any other value has the form that it
 * claims to be, and an object that claims none the last one.
 */
export function formAmong(schemas: SchemasByName, forms: readonly string[]): (value: unknown) => string {
  const claimed = claimedAmong(schemas, forms)
  const [first = '', last = first] = [forms[0], forms.at(-1)]
  return (value) => {
    if (!isObject(value)) return first
    if (forms.includes(publicForm) && namesAuthServerOnly(value)) return publicForm
    return claimed(value) ?? last
  }
}

const namesAuthServerOnly = (value: object): boolean =>
  Object.hasOwn(value, 'authServer') && !Object.hasOwn(value, 'id') && !Object.hasOwn(value, 'methods')

/** An answer with the field of the public form renamed from what the profile calls it to what the specification does. */
export function underOurNames(
  value: unknown,
  { publicAuthServer }: Pick<Profile, 'publicAuthServer'>,
): unknown {
  if (publicAuthServer === 'authServer' || !isObject(value) || !(publicAuthServer in value)) return value
  const { [publicAuthServer]: authServer, ...rest } = value
  return { ...rest, authServer }
}

/** Which requirement states a keyword of the specification's schemas, by its place. */
export function requirementsByPointer(
  requirements: ReadonlyMap<string, Pick<Requirement, 'id' | 'schema'>>,
): Map<string, string> {
  return new Map(
    [...requirements.values()].flatMap(({ id, schema = [] }) =>
      schema.map((pointer) => [pointer, id] as const),
    ),
  )
}
