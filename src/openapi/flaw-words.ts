import type { ErrorObject } from 'ajv'

/** Words the errors of a validator: each wrong place, and what would be right there. */
export function flawWords(errors: readonly ErrorObject[] | null | undefined): string {
  return [...new Set((errors ?? []).map(sentenceOf))].join('; ')
}

const sentenceOf = (error: ErrorObject): string => {
  const { instancePath, keyword } = error
  const sentence = sentences[keyword]?.(error.params) ?? `breaks the rule ${keyword} of its schema`
  return instancePath === '' ? sentence : `${instancePath} ${sentence}`
}

const sentences: Readonly<Record<string, ((params: ErrorObject['params']) => string) | undefined>> = {
  type: ({ type }) => `must be ${[type].flat().map(kindNamed).join(' or ')}`,
  format: ({ format }) => `must be ${formats[format] ?? `of the format ${format}`}`,
  pattern: ({ pattern }) => `must match ${pattern}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: ({ limit }) => `must have at most ${limit} items`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  required: ({ missingProperty }) => `must have ${missingProperty}`,
  additionalProperties: ({ additionalProperty }) => `must not have ${additionalProperty}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(asJson).join(', ')}`,
  const: ({ allowedValue }) => `must be ${asJson(allowedValue)}`,
  uniqueItems: () => 'must not have the same item twice',
  not: () => 'must not have the fields of another form',
  'false schema': () => 'must be left out',
  oneOf: () => 'must match exactly one of its forms',
  anyOf: () => 'must match one of its forms',
  if: () => 'must match the form that goes with its other fields',
}

const asJson = (value: unknown): string => JSON.stringify(value)

const kindNamed = (type: string): string => kinds[type] ?? type

const kinds: Readonly<Record<string, string | undefined>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

const formats: Readonly<Record<string, string | undefined>> = {
  uint64: 'an unsigned 64-bit integer in decimal digits',
  uri: 'an absolute URI',
  'date-time': 'a date and time in the format of RFC 3339',
}
