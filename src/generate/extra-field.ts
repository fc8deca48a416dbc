import fc from 'fast-check'
import { loadOpenApi } from '../openapi/document.ts'
import { fieldNames } from '../openapi/places.ts'
import { anyText } from './json-values.ts'

/** A field that the interface does not name. */
export interface ExtraField {
  name: string
  value: unknown
}

/** Field names with a special meaning to a language or to a database. */
const reserved = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '$where',
  'a.b',
  'id',
]

export const extraFields: readonly ExtraField[] = reserved.map((name) => ({ name, value: { admin: true } }))

/** Generates a field with any value, under a name that the body of `schema` does not have. */
export function extraFieldOf(schema: string): fc.Arbitrary<ExtraField> {
  const known = new Set(fieldNames(loadOpenApi().components?.schemas ?? {}, schema))
  const name = fc
    .oneof(anyText, fc.stringMatching(/^[a-z][A-Za-z]{0,20}$/))
    .filter((text) => !known.has(text))
  return fc.record({ name, value: fc.jsonValue({ maxDepth: 3 }) })
}

/** Adds the field to a body as an own property, whatever its name. */
export function withField(
  body: Record<string, unknown>,
  { name, value }: ExtraField,
): Record<string, unknown> {
  return {
    ...body,
    [name]: value,
  }
}
