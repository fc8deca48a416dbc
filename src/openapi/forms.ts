import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import { isObject } from '../core/json.ts'
import { fieldNames, fieldsOf } from './places.ts'

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
 * Says which of its forms an answer has. An incoming payment in public form may show more than it has to, whatever it calls its
 * authorization server: it has neither `id` nor `methods`. Any other value has the form that it claims to be, and an object that
 * claims none the last one.
 */
export function formAmong(schemas: SchemasByName, forms: readonly string[]): (value: unknown) => string {
  const claimed = claimedAmong(schemas, forms)
  const [first = '', last = first] = [forms[0], forms.at(-1)]
  return (value) => {
    if (!isObject(value)) return first
    if (forms.includes(publicForm) && isReduced(value)) return publicForm
    return claimed(value) ?? last
  }
}

const isReduced = (value: object): boolean =>
  (Object.hasOwn(value, 'receivedAmount') || Object.hasOwn(value, 'authServer')) &&
  !Object.hasOwn(value, 'id') &&
  !Object.hasOwn(value, 'methods')

/**
 * An answer with the authorization server of the public form under the name of the specification: renamed from what the profile
 * calls it, or, where the specification leaves the name open, from whatever the server calls it.
 */
export function underOurNames(
  value: unknown,
  { publicAuthServer }: Pick<Profile, 'publicAuthServer'>,
  schemas: SchemasByName,
): unknown {
  if (!isObject(value)) return value
  const name = Object.hasOwn(value, publicAuthServer) ? publicAuthServer : otherName(value, schemas)
  if (name === undefined || name === 'authServer') return value
  const { [name]: authServer, ...rest } = value
  return { ...rest, authServer }
}

/** The field of a public form that only it has, and that holds a URL. */
const otherName = (value: Record<string, unknown>, schemas: SchemasByName): string | undefined => {
  if (!isReduced(value) || !isNameOpen(schemas)) return undefined
  const full = fieldNames(schemas, 'IncomingPaymentWithMethods')
  return Object.keys(value).find((name) => !full.includes(name) && isUrl(value[name]))
}

const isNameOpen = (schemas: SchemasByName): boolean => {
  const schema = schemas[publicForm]
  const fields = isObject(schema) ? fieldsOf(schema) : []
  return fields.some(([field, { 'x-open-name': isOpen }]) => field === 'authServer' && isOpen === true)
}

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)

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
