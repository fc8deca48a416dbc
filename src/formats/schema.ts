import { type Static, type TObject, type TOptional, type TSchema, Type } from 'typebox'

/** Keywords of JSON Schema, among them the title that messages call a value by. */
type Keywords = Readonly<Record<string, unknown>> & {
  title?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
}

/** The keywords that describe a value. A mere text is its description. */
export type About = string | Keywords

export const said = (about: About): Keywords =>
  typeof about === 'string' ? { description: about } : { ...about }

export type { Static }
export const text = (about: About = {}) => Type.String(said(about))
export const integer = (about: About = {}) => Type.Integer(said(about))
export const number = (about: About = {}) => Type.Number(said(about))
export const flag = (about: About = {}) => Type.Boolean(said(about))

/** A value before it is written as JSON, which leaves out a key that is undefined. */
export type Unwritten<T> = {
  [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? T[Key] | undefined : T[Key]
}

/** Fields by their keys. A field whose key ends in a question mark is optional. */
type Fields = Readonly<Record<string, TSchema>>

/** These fields by their names, which have no question mark. */
type Named<F extends Fields> = {
  [Key in keyof F as Key extends `${infer Name}?` ? Name : Key]: Key extends `${string}?`
    ? TOptional<F[Key]>
    : F[Key]
}

const named = <F extends Fields>(fields: F): Named<F> => {
  const entries = Object.entries(fields).map(([key, field]) =>
    key.endsWith('?') ? [key.slice(0, -1), Type.Optional(field)] : [key, field],
  )
  return Object.fromEntries(entries)
}

/**
 * Describes a mapping with these fields and no others. A field with a default may be missing in the file, but has a
 * value once the file is read.
 */
export function mapping<F extends Fields>(about: About, fields: F): TObject<Named<F>> {
  const properties = named(fields)
  const object = Type.Object(properties, { ...said(about), additionalProperties: false })
  const { required: present = [] }: { required?: readonly string[] } = object as TSchema
  const required = present.filter((key) => !('default' in Object(properties[key])))
  const described: object = {
    ...said(about),
    ...object,
    required: required.length > 0 ? required : undefined,
  }
  return described as TObject<Named<F>>
}

/** Describes an object that the tool writes. Later versions may add keys, so others than these are allowed. */
export function object<F extends Fields>(about: About, fields: F): TObject<Named<F>> {
  return Type.Object(named(fields), said(about))
}

/** Describes such an object whose keys say all that there is to say about it. */
export function fields<F extends Fields>(fields: F): TObject<Named<F>> {
  return object({}, fields)
}

/** Describes a value that has exactly one of several forms. */
export function either<const F extends readonly TSchema[]>(about: About, forms: F) {
  return Type.Unsafe<Static<F[number]>>({ ...said(about), oneOf: forms })
}

/** Describes a mapping whose keys the file chooses. */
export function dictionary<V extends TSchema>(about: About, values: V, names?: TSchema) {
  return Type.Unsafe<Record<string, Static<V>>>({
    type: 'object',
    ...said(about),
    ...(names ? { propertyNames: names } : {}),
    additionalProperties: values,
  })
}

export function list<V extends TSchema>(about: About, items: V) {
  return Type.Array(items, said(about))
}

export function fixed<const V>(value: V, about: About = {}) {
  return Type.Unsafe<V>({ const: value, ...said(about) })
}

export function oneOf<const V extends ReadonlyArray<string | number>>(values: V, about: About = {}) {
  return Type.Unsafe<V[number]>({ enum: values, ...said(about) })
}

/** Describes a value of a type that JSON Schema says in its own words. */
export function value<V>(schema: Keywords) {
  return Type.Unsafe<V>(schema)
}

/** Refers to a definition of the document by its name. What is said here is added to what is said there. */
export function ref<S extends TSchema>(name: string, _definition: S, more: About = {}) {
  return Type.Unsafe<Static<S>>({ $ref: `#/$defs/${name}`, ...said(more) })
}
