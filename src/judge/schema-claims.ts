import { mostItems } from '../check/resource.ts'
import { beginningOf } from '../core/beginning.ts'
import { isObject } from '../core/json.ts'
import { createShapes, type SchemaShape, type ShapeField } from '../openapi/shapes.ts'

/** The result of one schema keyword at one place of a response. */
export interface SchemaClaim {
  /** The place in the specification: `Quote.id.required`, `Quote.id`, `Quote.receiver.pattern`, `Quote`. */
  pointer: string
  /** The place in the response, as a JSON Pointer. */
  at: string
  held: boolean
  /** The schema's expectation and the value that was received, in words. */
  want: string
  got: string
}

/** Judges values by the named schemas of an OpenAPI document. Each keyword is judged separately, with ajv. */
export type SchemaJudge = (schema: string, value: unknown) => SchemaClaim[]

export function createSchemaJudge(
  schemas: Record<string, unknown>,
  isNamed: (pointer: string) => boolean,
): SchemaJudge {
  const shapeNamed = createShapes(schemas, isNamed)

  return (name, value) => {
    const claims: SchemaClaim[] = []

    const judge = (shape: SchemaShape, value: unknown, at: string): void => {
      judgeObject(shape, value, at)
      for (const part of shape.parts) if (part.applies(value)) judge(part.shape(), value, at)
    }

    const judgeObject = ({ pointer, presences, fields }: SchemaShape, value: unknown, at: string): void => {
      const held = isObject(value)
      if (pointer !== undefined)
        claims.push(held ? { pointer, at, ...whole } : flawed(pointer, at, 'must be an object', value))
      if (!held) return
      for (const { field, pointer } of presences) claims.push(presence(pointer, at, field, value))
      for (const field of fields) {
        if (!Object.hasOwn(value, field.field)) continue
        const [own, place] = [value[field.field], `${at}/${field.field}`]
        if (judgeField(claims, field, own, place)) judgeInside(field, own, place)
      }
    }

    const judgeInside = ({ inside, items }: ShapeField, value: unknown, at: string): void => {
      if (items !== undefined && Array.isArray(value)) {
        const shape = shapeNamed(items)
        for (const [index, item] of value.slice(0, mostItems).entries()) judge(shape, item, `${at}/${index}`)
      } else if (inside !== undefined && value !== null) judge(shapeNamed(inside), value, at)
    }

    judge(shapeNamed(name), value, '')
    return claims
  }
}

/** Judges a field. Returns true if the contents of its value can be judged too. */
const judgeField = (claims: SchemaClaim[], field: ShapeField, value: unknown, at: string): boolean => {
  if (field.optional && !mayBeNull(field, value)) claims.push(nullClaim(at, value !== null))
  if (field.optional && value === null) return false
  for (const { pointer, flaw } of field.groups) {
    const found = flaw(value)
    claims.push(found === undefined ? { pointer, at, ...asSpecified } : flawed(pointer, at, found, value))
    if (found !== undefined && pointer === field.pointer) return false
  }
  return true
}

/** Returns true if the type of the field includes null. */
const mayBeNull = ({ groups }: ShapeField, value: unknown): boolean =>
  value === null && groups.every(({ flaw }) => flaw(null) === undefined)

/**
 * The pointer of a claim on optional fields that are null rather than left out, even though their type forbids null.
 */
export const optionalNull = '*.null'

const nullClaim = (at: string, held: boolean): SchemaClaim => ({
  pointer: optionalNull,
  at,
  held,
  want: `${inPlace(at)}left out if it has no value`,
  got: held ? 'a value' : 'null',
})

const presence = (pointer: string, at: string, field: string, value: object): SchemaClaim => {
  const held = Object.hasOwn(value, field)
  return {
    pointer,
    at,
    held,
    want: `${inPlace(at)}must have ${field}`,
    got: held ? 'present' : `no ${field}`,
  }
}

const whole = { held: true, want: 'an object', got: 'an object' }
const asSpecified = { held: true, want: 'as specified', got: 'as specified' }

const flawed = (pointer: string, at: string, flaw: string, value: unknown): SchemaClaim => ({
  pointer,
  at,
  held: false,
  want: `${inPlace(at)}${flaw}`,
  got: excerpt(value),
})

const inPlace = (at: string): string => (at === '' ? '' : `${at} `)

/** Shortens a received value so that it fits in a line. */
const excerpt = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${beginningOf(text, 117)}...` : text
}
