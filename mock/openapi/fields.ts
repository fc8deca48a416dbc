import type { Api, FieldSchema } from './catalogue.ts'

/** A field of a response, with its position and its schema. */
export interface AnswerField {
  /** Names from the outside in. `[]` stands for every item of an array. */
  path: readonly string[]
  /**
   * The schema and the property in the notation of the catalogue, such as `Quote.id`, or only the schema for a whole
   * object.
   */
  place: string
  schema: FieldSchema
  required: boolean
  /** The form of the response that has the field, if there are several. */
  form?: AnswerForm
}

export interface AnswerForm {
  /** The name of the form. The first form has an empty one. */
  name: string
  /** The fields that identify the form. */
  knownBy: readonly string[]
}

/** All fields of an operation's success response. A field is required if any part of the schema requires it. */
export function fieldsOf(api: Api, operationId: string): AnswerField[] {
  const operation = Object.values(api.paths)
    .flatMap((path) => Object.values(path))
    .find((candidate) => candidate.operationId === operationId)
  const [, success] =
    Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? []
  const schema = success?.content?.['application/json']?.schema
  if (!schema) return []
  return formsOf(api, schema).flatMap(([form, each]) => {
    const fields = within(api, each, [], '', form)
    const required = new Set(fields.flatMap((field) => (field.required ? [field.path.join('.')] : [])))
    return fields.map((field) => ({ ...field, required: required.has(field.path.join('.')) }))
  })
}

const formsOf = (api: Api, schema: FieldSchema): Array<[AnswerForm | undefined, FieldSchema]> =>
  schema.oneOf
    ? schema.oneOf.map((form, place) => [
        { name: place === 0 ? '' : nameOf(form), knownBy: requiredOf(api, form) },
        form,
      ])
    : [[undefined, schema]]

const requiredOf = (api: Api, schema: FieldSchema): string[] => {
  const { required = [], allOf = [] } = resolved(api, schema)
  return [...required, ...allOf.flatMap((part) => requiredOf(api, part))]
}

/** Lists the object itself, then the fields that conditions and parts describe, then its own fields. */
const within = (
  api: Api,
  schema: FieldSchema,
  path: readonly string[],
  outer: string,
  form?: AnswerForm,
): AnswerField[] => {
  const name = nameOf(schema) || outer
  const whole = resolved(api, schema)
  const told = form && { form }
  return [
    ...(whole.type === 'object' && nameOf(schema) && !path.length
      ? [{ path, place: name, schema: whole, required: true, ...told }]
      : []),
    ...(whole.then ? within(api, whole.then, path, name, form).filter((field) => field.path.length) : []),
    ...(whole.allOf ?? []).flatMap((part) => within(api, part, path, name, form)),
    ...(whole.anyOf ?? []).flatMap((part) => within(api, part, path, '', form)),
    ...Object.entries(whole.properties ?? {}).flatMap(([property, value]) => [
      {
        path: [...path, property],
        place: `${name}.${property}`,
        schema: value,
        required: whole.required?.includes(property) ?? false,
        ...told,
      },
      ...within(api, value, [...path, property], '', form),
    ]),
    ...(whole.items ? itemsOf(api, whole.items, [...path, '[]'], told) : []),
  ]
}

const itemsOf = (
  api: Api,
  items: FieldSchema,
  path: string[],
  told: { form: AnswerForm } | undefined,
): AnswerField[] => [
  { path, place: nameOf(items), schema: resolved(api, items), required: true, ...told },
  ...within(api, items, path, '', told?.form),
]

const nameOf = ({ $ref }: FieldSchema): string => $ref?.split('/').at(-1) ?? ''

const resolved = (api: Api, schema: FieldSchema): FieldSchema => {
  const named = api.components.schemas[nameOf(schema)]
  return named ? { ...schema, ...named } : schema
}
