import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { profileNames } from '../catalogue/profiles.ts'
import { loadOpenApi } from './document.ts'
import { flawWords } from './flaw-words.ts'
import { addFormats } from './formats.ts'

const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))

/** A value that breaks the schema, with the words for it. */
const broken: ReadonlyArray<readonly [schema: object, value: unknown, words: string]> = [
  [{ type: 'string' }, 17, 'must be a string'],
  [{ type: 'integer' }, 'x', 'must be an integer'],
  [{ type: 'boolean' }, 'x', 'must be true or false'],
  [{ type: 'array' }, 'x', 'must be a list'],
  [{ type: ['object', 'null'] }, 'x', 'must be an object or null'],
  [{ format: 'uint64' }, '-1', 'must be an unsigned 64-bit integer in decimal digits'],
  [{ format: 'uri' }, 'x', 'must be an absolute URI'],
  [{ format: 'date-time' }, 'x', 'must be a date and time in the format of RFC 3339'],
  [{ pattern: '^[A-Z]{3}$' }, 'usd', 'must match ^[A-Z]{3}$'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 2 }, 'x', 'must have at least 2 characters'],
  [{ maxLength: 1 }, 'xx', 'must have at most 1 characters'],
  [{ minimum: 1 }, 0, 'must be at least 1'],
  [{ maximum: 1 }, 2, 'must be at most 1'],
  [{ minItems: 1 }, [], 'must not be empty'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 items'],
  [{ uniqueItems: true }, [1, 1], 'must not have the same item twice'],
  [{ enum: ['a', 'b'] }, 'c', 'must be one of "a", "b"'],
  [{ const: 'a' }, 'c', 'must be "a"'],
  [{ required: ['a'] }, {}, 'must have a'],
  [{ additionalProperties: false }, { a: 1 }, 'must not have a'],
  [{ not: {} }, 'x', 'must not have the fields of another form'],
  [{ oneOf: [true, true] }, 'x', 'must match exactly one of its forms'],
  [{ properties: { a: false } }, { a: 1 }, '/a must be left out'],
  [{ properties: { a: { type: 'string', minLength: 1 } } }, { a: '' }, '/a must not be empty'],
]

test.each(broken)('the flaw under %j of the value %j reads: %s', (schema, value, words) => {
  const validate = ajv.compile(schema)
  expect(validate(value)).toBe(false)
  expect(flawWords(validate.errors)).toBe(words)
})

const structural = /^(?:\$ref|properties|items|allOf|anyOf|if|then|description|examples?|title|x-.*)$/

/** Returns every keyword by which the schemas of the specification restrict a value. */
const keywordsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(keywordsIn)
  const { properties, ...rest } = node as Record<string, unknown>
  const own = Object.keys(rest).filter((name) => !structural.test(name))
  const inner = Object.entries(rest).filter(
    ([name]) => !['examples', 'example', 'enum', 'const'].includes(name),
  )
  return [
    ...own,
    ...inner.flatMap(([, value]) => keywordsIn(value)),
    ...Object.values(properties ?? {}).flatMap(keywordsIn),
  ]
}

test('every keyword that the schemas of the specification use has a sentence', () => {
  const worded = new Set(broken.flatMap(([schema]) => keywordsIn(schema)))
  const used = new Set(
    profileNames().flatMap((name) =>
      Object.values(loadOpenApi(name).components?.schemas ?? {}).flatMap(keywordsIn),
    ),
  )
  expect(used.size).toBeGreaterThan(5)
  expect([...used].filter((keyword) => !worded.has(keyword))).toEqual([])
})
