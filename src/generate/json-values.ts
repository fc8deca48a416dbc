import fc from 'fast-check'

/** A character of any plane of Unicode. Lone surrogates are excluded, because UTF-8 cannot represent them. */
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint))

/** Names that a careless server finds in every object. */
const names = fc.constantFrom('__proto__', 'constructor', 'toString')

/** Text of every plane of Unicode, including control characters. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 15, arbitrary: fc.string({ unit: character, maxLength: 40 }) },
  { weight: 1, arbitrary: names },
)

const someJson: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 })

/** The types of JSON Schema, each with values that are of no other type. */
const valuesOf: Record<string, fc.Arbitrary<unknown>> = {
  string: anyText,
  integer: fc.maxSafeInteger(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  boolean: fc.boolean(),
  null: fc.constant(null),
  array: fc.array(someJson, { maxLength: 3 }),
  object: fc.dictionary(anyText, someJson, { maxKeys: 3, noNullPrototype: true }),
}

/** Generates JSON values of any type other than these. */
export function ofOtherType(...types: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...Object.entries(valuesOf).flatMap(([type, values]) => (types.includes(type) ? [] : [values])),
  )
}
