import fc from 'fast-check'

/** Text of every plane of Unicode, controls among it; no half of a surrogate pair, which UTF-8 cannot hold. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: 'binary', maxLength: 40 })

const someJson: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 })

/** The types of JSON Schema, each with values of it that no other type has. */
const valuesOf: Record<string, fc.Arbitrary<unknown>> = {
  string: anyText,
  integer: fc.maxSafeInteger(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  boolean: fc.boolean(),
  null: fc.constant(null),
  array: fc.array(someJson, { maxLength: 3 }),
  object: fc.dictionary(anyText, someJson, { maxKeys: 3, noNullPrototype: true }),
}

/** JSON values of any type but these. */
export const ofOtherType = (...types: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(...Object.entries(valuesOf).flatMap(([type, values]) => (types.includes(type) ? [] : [values])))
