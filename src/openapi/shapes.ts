import type { ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '../core/json.ts'
import { flawWords } from './flaw-words.ts'
import { createValidator } from './formats.ts'
import { fieldsOf, nameOf, nameWithin, presences, type Schema } from './places.ts'

/** A named schema, or a part of one, prepared once. Nothing in it depends on the value that is judged. */
export interface SchemaShape {
  /** The pointer of the whole value, if the schema says that it is an object. */
  pointer?: string
  presences: ReadonlyArray<{ field: string; pointer: string }>
  fields: readonly ShapeField[]
  /** Other parts that describe the same value. */
  parts: readonly ShapePart[]
}

export interface ShapeField {
  field: string
  pointer: string
  optional: boolean
  groups: readonly KeywordGroup[]
  /** The name of the schema of the field's value, or of the items of the value. */
  inside?: string | undefined
  items?: string | undefined
}

/** Keywords that are judged together, under one pointer. */
export interface KeywordGroup {
  pointer: string
  /** Describes the flaw of a value, or returns undefined if it is as specified. */
  flaw: (value: unknown) => string | undefined
}

/** A part of a schema that is judged only for values to which it applies. */
interface ShapePart {
  applies: (value: unknown) => boolean
  shape: () => SchemaShape
}

/** Keywords that lead to other schemas, rather than restrict a value. */
const structural = new Set([
  '$ref',
  'anyOf',
  'properties',
  'items',
  'required',
  'allOf',
  'if',
  'then',
  'x-should',
])
const annotations = new Set(['description', 'examples', 'example', 'title', 'x-open-name'])

/** The input from which shapes are made. */
interface ShapeSource {
  schemas: Record<string, unknown>
  isNamed: (pointer: string) => boolean
  ajv: ReturnType<typeof createValidator>
  known: Map<string, SchemaShape>
}

/**
 * Creates a function that returns shapes of named schemas. `isNamed` tells if a catalogue entry names a pointer.
 * Keywords that no entry names are judged together, under the pointer of their field.
 */
export function createShapes(
  schemas: Record<string, unknown>,
  isNamed: (pointer: string) => boolean,
): (name: string) => SchemaShape {
  const ajv = createValidator()
  ajv.addSchema({ $id: 'openapi', components: { schemas } })
  const source: ShapeSource = { schemas, isNamed, ajv, known: new Map() }
  return (name) => shapeNamed(source, name)
}

const shapeNamed = (source: ShapeSource, name: string): SchemaShape => {
  const { known, schemas } = source
  const found = known.get(name)
  if (found) return found
  const schema = schemas[name]
  if (!isObject(schema)) throw new Error(`the specification has no schema ${name}`)
  const made = shapeOf(source, name, schema)
  known.set(name, made)
  return made
}

const shapeOf = (source: ShapeSource, name: string, schema: Schema): SchemaShape => {
  const required = presences(schema, ['required'])
  return {
    ...(schema['type'] === 'object' ? { pointer: name } : {}),
    presences: presences(schema).map((field) => ({ field, pointer: `${name}.${field}.required` })),
    fields: fieldsOf(schema).map(([field, wanted]) => {
      const pointer = `${name}.${field}`
      return {
        field,
        pointer,
        optional: !required.includes(field),
        groups: groupsOf(source, pointer, wanted),
        inside: nameWithin(wanted),
        items: isObject(wanted['items']) ? nameOf(wanted['items']) : undefined,
      }
    }),
    parts: partsOf(source, name, schema),
  }
}

const partsOf = (source: ShapeSource, name: string, schema: Schema): ShapePart[] => {
  const all = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []
  const parts = all.map((part) => ({ applies: () => true, shape: shapeBehind(source, name, part) }))
  const { if: condition, then } = schema
  if (!isObject(condition) || !isObject(then)) return parts
  return [...parts, { applies: validatorOf(source, condition), shape: shapeBehind(source, name, then) }]
}

const shapeBehind = (source: ShapeSource, owner: string, schema: Schema): (() => SchemaShape) => {
  const name = nameOf(schema)
  if (name !== undefined) return () => shapeNamed(source, name)
  const own = shapeOf(source, owner, schema)
  return () => own
}

/** Compiles a schema for a condition. A condition may refer to a named schema. */
const validatorOf = ({ ajv }: ShapeSource, schema: Schema): ValidateFunction => {
  const name = nameOf(schema)
  const named = name === undefined ? undefined : ajv.getSchema(`openapi#/components/schemas/${name}`)
  return named ?? ajv.compile(schema)
}

/** Groups a field's own keywords by the pointer under which they are judged. The field's own pointer is first. */
const groupsOf = ({ ajv, isNamed }: ShapeSource, pointer: string, schema: Schema): KeywordGroup[] => {
  const groupOf = (pointer: string, schema: Schema): KeywordGroup => {
    const validate = ajv.compile(schema)
    const flaw = (value: unknown): string | undefined =>
      validate(value) ? undefined : flawWords(validate.errors)
    return { pointer, flaw }
  }
  const own = Object.entries(schema).filter(
    ([keyword]) => !structural.has(keyword) && !annotations.has(keyword),
  )
  const apart = own.filter(([keyword]) => isNamed(`${pointer}.${keyword}`))
  const together = own.filter((entry) => !apart.includes(entry))
  const should = schema['x-should']
  return [
    ...(together.length > 0 ? [groupOf(pointer, Object.fromEntries(together))] : []),
    ...apart.map(([keyword, wanted]) => groupOf(`${pointer}.${keyword}`, { [keyword]: wanted })),
    ...(isObject(should) ? [groupOf(`${pointer}.x-should`, should)] : []),
  ]
}
