import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import { isObject, valueAt } from '../core/json.ts'
import { fieldNames, fieldsOf, nameOf } from './places.ts'

type SchemasByName = Record<string, unknown>

/**
 * Returns the named schemas of a request body or a response, which may have several forms. Empty if no schema is named.
 */
export function formsIn(body: unknown): string[] {
  const schema = valueAt(body, 'content', 'application/json', 'schema')
  const forms = valueAt(schema, 'oneOf')
  const options: unknown[] = Array.isArray(forms) ? forms : [schema]
  return options.filter(isObject).flatMap((option) => nameOf(option) ?? [])
}

/**
 * Creates a function that tells which form a value claims to have: the first form with a field in the value that no
 * other form has, if there is one. Validity plays no part, because a broken form would then pass as another one.
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
 * Creates a function that tells which form a response has. An incoming payment is in public form if it names its
 * authorization server and lacks a field of the full form. Without that name, it lacks `methods`, and `id` or several other
 * fields. It may show more than it has to. Any other value has the form that it claims to have, and an object that claims
 * none has the last one.
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

const isReduced = (value: object): boolean => {
  const lacks = (name: string): boolean => !Object.hasOwn(value, name)
  if (!lacks('authServer')) return ['id', 'methods', ...ofFullForm].some(lacks)
  return !lacks('receivedAmount') && lacks('methods') && (lacks('id') || ofFullForm.filter(lacks).length > 1)
}

/** Fields that every full form has. A defect rarely leaves out more than one of them. */
const ofFullForm = ['walletAddress', 'completed', 'createdAt', 'updatedAt']

/**
 * Renames the authorization server of a public form to the name of the specification. The name to replace is that of
 * the profile, or, if the specification leaves the name open, the one that the server uses.
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

/** Returns the field that only a public form has and that contains a URL. */
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

/** Maps places of keywords in the specification's schemas to the requirements that state them. */
export function requirementsByPointer(
  requirements: ReadonlyMap<string, Pick<Requirement, 'id' | 'schema'>>,
): Map<string, string> {
  return new Map(
    [...requirements.values()].flatMap(({ id, schema = [] }) =>
      schema.map((pointer) => [pointer, id] as const),
    ),
  )
}

/**
 * Requirements on the amounts in requests, by their pointers in spec/openapi.yaml. The requirements named in that file
 * at the same places are those on responses.
 */
export const amountsSent: Readonly<Record<string, string>> = {
  'Amount.value.required': 'amount.sent.value.required',
  'Amount.value': 'amount.sent.value.uint64',
  'Amount.assetCode.required': 'amount.sent.asset-code.required',
  'Amount.assetCode': 'amount.sent.asset-code.string',
  'Amount.assetScale.required': 'amount.sent.asset-scale.required',
  'Amount.assetScale': 'amount.sent.asset-scale.integer',
  'Amount.assetScale.maximum': 'amount.sent.asset-scale.limit',
}
