import { type Static, type TObject, type TOptional, type TSchema, Type } from 'typebox'

/** The words about a value: the title that messages call it by, its description, and examples. */
export interface Annotations {
  title?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
}

/** Further keywords of JSON Schema. */
type Rules = Readonly<Record<string, unknown>>

type Described = Annotations & Rules

export type { Static }
export const { String: text, Integer: integer, Number: number, Boolean: flag } = Type

/** A value before it is written as JSON, which leaves out a key that is undefined. */
export type Unwritten<T> = {
  [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? T[Key] | undefined : T[Key]
}

/** Fields by their keys. A field whose key ends in a question mark is optional. */
type Fields = Readonly<Record<string, TSchema>>

/** The same fields by their names. */
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
export function mapping<F extends Fields>(about: Described, fields: F): TObject<Named<F>> {
  const properties = named(fields)
  const object = Type.Object(properties, { ...about, additionalProperties: false })
  const { required: present = [] }: { required?: readonly string[] } = object as TSchema
  const required = present.filter((key) => !('default' in Object(properties[key])))
  const described: object = { ...about, ...object, required: required.length > 0 ? required : undefined }
  return described as TObject<Named<F>>
}

/** Describes an object that the tool writes. Later versions may add keys, so others than these are allowed. */
export function object<F extends Fields>(about: Described, fields: F): TObject<Named<F>> {
  return Type.Object(named(fields), { ...about })
}

/** Describes such an object whose keys say all that there is to say about it. */
export function fields<F extends Fields>(fields: F): TObject<Named<F>> {
  return object({}, fields)
}

/** Describes a value that has exactly one of several forms. */
export function either<const F extends readonly TSchema[]>(about: Described, forms: F) {
  return Type.Unsafe<Static<F[number]>>({ ...about, oneOf: forms })
}

/** Describes a mapping whose keys the file chooses. */
export function dictionary<V extends TSchema>(about: Described, values: V, names?: TSchema) {
  return Type.Unsafe<Record<string, Static<V>>>({
    type: 'object',
    ...about,
    ...(names ? { propertyNames: names } : {}),
    additionalProperties: values,
  })
}

/** Describes a list. */
export function list<V extends TSchema>(about: Described, items: V) {
  return Type.Array(items, { ...about })
}

/** Describes one fixed value. */
export function fixed<const V>(value: V, about: Described = {}) {
  return Type.Unsafe<V>({ const: value, ...about })
}

/** Describes one of several fixed values. */
export function oneOf<const V extends ReadonlyArray<string | number>>(values: V, about: Described = {}) {
  return Type.Unsafe<V[number]>({ enum: values, ...about })
}

/** Describes a value of a type that JSON Schema says in its own words. */
export function value<V>(schema: Described) {
  return Type.Unsafe<V>(schema)
}

/** Refers to a definition of the document by its name. What is said here is added to what is said there. */
export function ref<S extends TSchema>(name: string, _definition: S, more: Described = {}) {
  return Type.Unsafe<Static<S>>({ $ref: `#/$defs/${name}`, ...more })
}
