import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '../check/resource.ts'
import { addFormats } from './formats.ts'
import { fieldsOf, nameOf, presences, type Schema } from './schema-places.ts'

/** One keyword of a schema, held against one place of an answer. */
export interface SchemaClaim {
  /** Place in the specification: `Quote.id.required`, `Quote.id`, `Quote.receiver.pattern`, `Quote`. */
  pointer: string
  /** Place in the answer, as a JSON Pointer. */
  at: string
  held: boolean
  /** What the schema wants and what came, in words. */
  want: string
  got: string
}

/** Holds values against the named schemas of an OpenAPI document, keyword by keyword, each by ajv. */
export type SchemaJudge = (schema: string, value: unknown) => SchemaClaim[]

/** Keywords that say where to go on rather than what a value is. */
const structural = new Set(['$ref', 'properties', 'items', 'required', 'allOf', 'if', 'then', 'x-should'])
const annotations = new Set(['description', 'examples', 'example', 'title'])

/**
 * `isNamed` tells whether a catalogue entry names a pointer of its own; keywords that none names are judged
 * together under the pointer of their field.
 */
export const createSchemaJudge = (
  schemas: Record<string, unknown>,
  isNamed: (pointer: string) => boolean,
): SchemaJudge => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema({ $id: 'openapi', components: { schemas } })
  const compiled = new Map<unknown, ValidateFunction>()

  const validator = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const made = ajv.compile(schema)
    compiled.set(schema, made)
    return made
  }

  /** A condition may refer to a named schema. */
  const validatorOf = (schema: Schema): ValidateFunction => {
    const name = nameOf(schema)
    const named = name === undefined ? undefined : ajv.getSchema(`openapi#/components/schemas/${name}`)
    return named ?? validator(schema)
  }

  const groups = new Map<Schema, ReadonlyArray<{ pointer: string; schema: Schema }>>()

  /** A field's own keywords, by the pointer under which they are judged; the field's own pointer first. */
  const groupsOf = (pointer: string, schema: Schema) => {
    const known = groups.get(schema)
    if (known) return known
    const own = Object.entries(schema).filter(
      ([keyword]) => !structural.has(keyword) && !annotations.has(keyword),
    )
    const apart = own.filter(([keyword]) => isNamed(`${pointer}.${keyword}`))
    const together = own.filter((entry) => !apart.includes(entry))
    const should = schema['x-should']
    const made = [
      ...(together.length > 0 ? [{ pointer, schema: Object.fromEntries(together) }] : []),
      ...apart.map(([keyword, wanted]) => ({
        pointer: `${pointer}.${keyword}`,
        schema: { [keyword]: wanted },
      })),
      ...(isObject(should) ? [{ pointer: `${pointer}.x-should`, schema: should }] : []),
    ]
    groups.set(schema, made)
    return made
  }

  const judgeValue = (pointer: string, schema: Schema, value: unknown, at: string): SchemaClaim[] => {
    const claims: SchemaClaim[] = []
    for (const group of groupsOf(pointer, schema)) {
      const validate = validator(group.schema)
      const held = validate(value)
      const want = held
        ? 'as specified'
        : `${inPlace(at)}${ajv.errorsText(validate.errors, { dataVar: '' }).trim()}`
      claims.push({ pointer: group.pointer, at, held, want, got: held ? 'as specified' : excerpt(value) })
      if (!held && group.pointer === pointer) break
    }
    return claims
  }

  const judgeObject = (name: string, schema: Schema, value: unknown, at: string): SchemaClaim[] => {
    if (!isObject(value)) {
      return schema['type'] === 'object'
        ? [{ pointer: name, at, held: false, want: `${inPlace(at)}must be object`, got: excerpt(value) }]
        : []
    }
    const claims: SchemaClaim[] = schema['type'] === 'object' ? [{ pointer: name, at, ...whole }] : []
    for (const field of presences(schema)) {
      const held = Object.hasOwn(value, field)
      const want = `${inPlace(at)}must have ${field}`
      claims.push({
        pointer: `${name}.${field}.required`,
        at,
        held,
        want,
        got: held ? 'present' : `no ${field}`,
      })
    }
    for (const [field, wanted] of fieldsOf(schema)) {
      if (!Object.hasOwn(value, field)) continue
      const place = `${at}/${field}`
      const optional = !presences(schema).includes(field)
      if (optional) claims.push(nullClaim(place, value[field] !== null))
      if (optional && value[field] === null) continue
      claims.push(...judgeField(`${name}.${field}`, wanted, value[field], place))
    }
    return claims
  }

  const judgeField = (pointer: string, schema: Schema, value: unknown, at: string): SchemaClaim[] => {
    const claims = judgeValue(pointer, schema, value, at)
    if (claims.some(({ held, pointer: broken }) => !held && broken === pointer)) return claims
    const items = schema['items']
    const inside =
      Array.isArray(value) && isObject(items)
        ? value.flatMap((item, index) => judgeRef(items, item, `${at}/${index}`))
        : judgeRef(schema, value, at)
    return [...claims, ...inside]
  }

  const judgeRef = (schema: Schema, value: unknown, at: string): SchemaClaim[] => {
    const name = nameOf(schema)
    return name === undefined ? [] : judgeNamed(name, value, at)
  }

  const judgeNamed = (name: string, value: unknown, at: string): SchemaClaim[] => {
    const schema = schemas[name]
    if (!isObject(schema)) throw new Error(`the specification has no schema ${name}`)
    const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []
    const condition = schema['if']
    const applies = isObject(condition) && validatorOf(condition)(value)
    return [
      ...judgeObject(name, schema, value, at),
      ...parts.flatMap((part) =>
        nameOf(part) ? judgeRef(part, value, at) : judgeObject(name, part, value, at),
      ),
      ...(applies && isObject(schema['then']) ? judgeRef(schema['then'], value, at) : []),
    ]
  }

  return (name, value) => judgeNamed(name, value, '')
}

/** An optional field that is null rather than left out: by the type of the field, yet open to doubt. */
export const optionalNull = '*.null'

const nullClaim = (at: string, held: boolean): SchemaClaim => ({
  pointer: optionalNull,
  at,
  held,
  want: `${inPlace(at)}left out where it has no value`,
  got: held ? 'a value' : 'null',
})

const whole = { held: true, want: 'an object', got: 'an object' }

const inPlace = (at: string): string => (at === '' ? '' : `${at} `)

/** What came, short enough for a line. */
const excerpt = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}
