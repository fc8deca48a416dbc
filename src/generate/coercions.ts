import { uint64Max } from '../core/amount.ts'
import { isObject } from '../core/json.ts'

/**
 * A rule by which a lax decoder or validator reads JSON that breaks a field as a valid value of the field. It takes the
 * valid value, so a server that has such a decoder does what the valid request asks for.
 */
export interface Coercion {
  /** The form in which the value is written. Unique among the coercions of a kind. */
  as: string
  /** A decoder or validator that reads this form as the value. */
  by: string
  /** Returns the raw JSON, or undefined if the rule does not apply to the value. */
  write: (valid: never) => string | undefined
}

const rule = <T>(as: string, by: string, write: (valid: T) => string | undefined): Coercion => ({
  as,
  by,
  write,
})

/** A rule that writes another JSON value. */
const value = <T>(as: string, by: string, other: (valid: T) => unknown): Coercion =>
  rule(as, by, (valid: T) => JSON.stringify(other(valid)))

const listOfOne = value(
  'a list of one',
  'ajv coerceTypes array, Jackson UNWRAP_SINGLE_VALUE_ARRAYS',
  (valid) => [valid],
)

const encodedTwice = value('JSON in a text', 'a decoder that is applied twice', (valid) =>
  JSON.stringify(valid),
)

/**
 * The members from which decoders take what an object stands for: of JSON-LD, XML in JSON, links, codes, types, and the
 * values of DynamoDB, Firestore, Go and Rust.
 */
const valueMembers = [
  '@value',
  'value',
  '@id',
  'id',
  'href',
  'url',
  '#text',
  '$t',
  '$',
  '_',
  'type',
  'name',
  'code',
  'toString',
  'S',
  'N',
  'stringValue',
  'integerValue',
  'String',
  'Some',
  'raw',
  'data',
  'content',
  'default',
  'text',
]

/** One object for all decoders that take a member of it, whatever else it has. */
const valueObject = value(
  'a value object',
  'JSON-LD, BadgerFish, Jackson JsonValue, DynamoDB, Go sql.NullString, form libraries',
  (valid) => Object.fromEntries(valueMembers.map((name) => [name, valid])),
)

const ofScalars = [listOfOne, valueObject]

/** Rules for texts of any format. */
const ofTexts = [
  ...ofScalars,
  encodedTwice,
  value(
    'followed by a new line',
    'regular expressions with $ in Python and PCRE',
    (text: string) => `${text}\n`,
  ),
  value('followed by a zero byte', 'C strings', (text: string) => `${text}\u0000`),
]

/** Writes decimal digits in the digits of another script, which begin at `zero`. */
const inDigitsFrom =
  (zero: number) =>
  (text: string): string =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Writes digits in two groups, if there are enough of them. */
const separated =
  (separator: string) =>
  (digits: string): string | undefined =>
    digits.length > 1 ? JSON.stringify(digits.replace(/^./, `$&${separator}`)) : undefined

const ofUint64 = [
  ...ofTexts,
  rule('a number', 'ajv coerceTypes, Jackson StringDeserializer', (digits: string) => digits),
  rule('a number with a fraction', 'JavaScript String()', (digits: string) => `${digits}.0`),
  value('preceded by a space', 'Python int(), JavaScript Number()', (digits: string) => ` ${digits}`),
  value('followed by a no-break space', 'JavaScript Number()', (digits: string) => `${digits}\u00a0`),
  value('with a plus', 'Rust u64::from_str, Java Long.parseUnsignedLong', (digits: string) => `+${digits}`),
  value('with a fraction', 'JavaScript Number()', (digits: string) => `${digits}.0`),
  value('with an exponent', 'JavaScript Number()', (digits: string) => `${digits}e0`),
  value('hexadecimal', 'JavaScript BigInt()', (digits: string) => `0x${BigInt(digits).toString(16)}`),
  value(
    'octal',
    'JavaScript BigInt(), Python int() with base 0',
    (digits: string) => `0o${BigInt(digits).toString(8)}`,
  ),
  rule('with an underscore', 'Python int()', separated('_')),
  rule('with a thousands separator', '.NET NumberStyles.AllowThousands', separated(',')),
  value('in Arabic digits', 'Python int(), Java Long.parseLong', inDigitsFrom(0x660)),
  value('in full-width digits', 'Python int(), Java Long.parseLong', inDigitsFrom(0xff10)),
  value('with a fraction to be cut off', 'PHP (int), JavaScript parseInt', (digits: string) => `${digits}.4`),
  // The letter that ends a number in the source text of JavaScript.
  value('followed by letters', 'PHP (int), JavaScript parseInt', (digits: string) => `${digits}n`),
  value('too large by 2^64', 'arithmetic modulo 2^64', (digits: string) =>
    String(BigInt(digits) + uint64Max + 1n),
  ),
  value('negative, and too small by 2^64', 'C strtoull', (digits: string) =>
    String(BigInt(digits) - uint64Max - 1n),
  ),
  value('an extended number', 'MongoDB Extended JSON', (digits: string) => ({ $numberLong: digits })),
]

const ofIntegers = [
  ...ofScalars,
  value('a text', 'ajv coerceTypes, Jackson ALLOW_COERCION_OF_SCALARS, protobuf JSON', String),
  value('a text with spaces', 'JavaScript Number(), Python int()', (whole: number) => ` ${whole} `),
  value('a text with an exponent', 'JavaScript Number()', (whole: number) => `${whole}e0`),
  value('a hexadecimal text', 'JavaScript Number()', (whole: number) => `0x${whole.toString(16)}`),
  value('a text with letters at its end', 'PHP (int), JavaScript parseInt', (whole: number) => `${whole}x`),
  rule('a fraction', 'Jackson ACCEPT_FLOAT_AS_INT', (whole: number) => `${whole}.5`),
  rule('true or false', 'ajv coerceTypes', (whole: number) => ({ 0: 'false', 1: 'true' })[whole]),
  value('an extended number', 'MongoDB Extended JSON', (whole: number) => ({ $numberInt: String(whole) })),
]

const ofUris = [
  ...ofTexts,
  value('a node', 'JSON-LD', (uri: string) => ({ '@id': uri })),
  value('a link', 'JSON:API, HAL', (uri: string) => ({ href: uri })),
  value('preceded by a space', 'WHATWG URL parsers', (uri: string) => ` ${uri}`),
  value('a payment pointer', 'Open Payments clients', (uri: string) => uri.replace(/^\w+:\/\//, '$')),
  value('with backslashes', 'WHATWG URL parsers', (uri: string) => uri.replaceAll('/', '\\')),
  value('in angle brackets', 'readers of RFC 3986, appendix C', (uri: string) => `<${uri}>`),
  value('percent-encoded', 'a decoder of forms', encodeURIComponent),
  value('without its scheme', 'WHATWG URL parsers with a base', (uri: string) => uri.replace(/^\w+:/, '')),
  value('with escaped slashes', 'PHP json_encode applied twice', (uri: string) => uri.replaceAll('/', '\\/')),
]

const millisecondsIn = (text: string): number => new Date(text).getTime()

const ofTimes = [
  ...ofTexts,
  value('preceded by a space', 'PHP strtotime', (text: string) => ` ${text}`),
  value('milliseconds', 'JavaScript Date, Jackson', millisecondsIn),
  value('seconds', 'Go time.Unix, Jackson', (text: string) => millisecondsIn(text) / 1000),
  value('a text of milliseconds', 'readers of Unix time', (text: string) => String(millisecondsIn(text))),
  value('without an offset', 'JavaScript Date', (text: string) => text.replace('Z', '')),
  value('with an offset without a colon', 'Python strptime', (text: string) => text.replace('Z', '+0000')),
  value('in the form of RFC 1123', 'JavaScript Date', (text: string) => new Date(text).toUTCString()),
  value('in the basic form', 'Python datetime.fromisoformat', (text: string) => text.replace(/[-:]/g, '')),
  value('with an hour of one digit', 'Go time.Parse', (text: string) => text.replace('T0', 'T')),
  value('with a comma in its seconds', 'Go time.Parse', (text: string) => text.replace('Z', ',5Z')),
  value('with an offset of a day', 'Go time.Parse', (text: string) => text.replace('Z', '-24:00')),
  value('with a year of six digits', 'JavaScript Date', (text: string) => `+00${text}`),
  value(
    'between slashes',
    'ASP.NET JavaScriptSerializer',
    (text: string) => `/Date(${millisecondsIn(text)})/`,
  ),
  value('an extended date', 'MongoDB Extended JSON', (text: string) => ({ $date: text })),
]

const ofObjects = [listOfOne, encodedTwice]

const ofAmounts = [
  ...ofObjects,
  value('a list of its values', 'Rust serde_json', Object.values),
  value('a list of pairs', '.NET DataContractJsonSerializer', (amount: object) =>
    Object.entries(amount).map(([Key, Value]) => ({ Key, Value })),
  ),
  value('its value alone', 'constructors of Jackson', (amount: { value: string }) => amount.value),
]

const body = (as: string, by: string, write: (json: string) => string): Coercion =>
  rule(as, by, (valid: unknown) => {
    const json = JSON.stringify(valid)
    const written = write(json)
    return written === json ? undefined : written
  })

const withMember = (json: string, member: string): string => `${json.slice(0, -1)},${member}}`

const ofBodies = [
  ...ofObjects,
  body('followed by a second value', 'Go json.Decoder, Jackson', (json) => `${json}{}`),
  body('followed by a brace', 'Go json.Decoder, Jackson', (json) => `${json}}`),
  body('followed by letters', 'Go json.Decoder, Jackson', (json) => `${json} x`),
  body('with a comment', 'Json.NET, Jackson ALLOW_COMMENTS', (json) => `/* a comment */${json}`),
  body('with a comment of a line', 'Json.NET, JSON5', (json) => `// a comment\n${json}`),
  body('with a comment of YAML', 'YAML, Jackson ALLOW_YAML_COMMENTS', (json) => `# a comment\n${json}`),
  body('in single quotes', 'Json.NET, JSON5, YAML', (json) => json.replaceAll("'", '').replaceAll('"', "'")),
  body('with names without quotes', 'Json.NET, JSON5', (json) => json.replace(/"(\w+)":/g, '$1: ')),
  body('with a comma after the last member', 'Json.NET, JSON5, YAML', (json) => `${json.slice(0, -1)},}`),
  body('with a plus before its numbers', 'JSON5', (json) => json.replace(/":(?=\d)/g, '":+')),
  body('without its last brace', 'jsonrepair', (json) => json.slice(0, -1)),
  body('after the prefix of Angular', 'Angular HttpClient', (json) => `)]}',\n${json}`),
  body('after a record separator', 'readers of RFC 7464', (json) => `\u001e${json}`),
  body('inside another object', 'JSON:API, GraphQL', (json) => `{"data":${json}}`),
  body('with zeros before its numbers', 'Jackson ALLOW_LEADING_ZEROS_FOR_NUMBERS', (json) =>
    json.replace(/":(?=\d)/g, '":00'),
  ),
  body('with NaN in a further member', 'Python json, Jackson ALLOW_NON_NUMERIC_NUMBERS', (json) =>
    withMember(json, '"note":NaN'),
  ),
  body('with a tab in a text', 'Jackson ALLOW_UNESCAPED_CONTROL_CHARS', (json) =>
    withMember(json, '"note":"a\tb"'),
  ),
]

type ObjectMember = readonly [name: string, value: unknown]

const member = (name: string, value: unknown): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** A rule that writes another name. It does not apply where the name stays the same. */
const renamed = (as: string, by: string, rename: (name: string) => string): Coercion =>
  rule(as, by, ([name, value]: ObjectMember) => {
    const other = rename(name)
    return other === name ? undefined : member(other, value)
  })

/** A rule that moves a member into another object. */
const inside = (by: string, ...names: readonly string[]): Coercion =>
  rule(`inside ${names.join('.')}`, by, ([name, value]: ObjectMember) =>
    names.reduceRight((inner, outer) => `${JSON.stringify(outer)}:{${inner}}`, member(name, value)),
  )

/** A rule that writes each member of an object as a member of its own, whose name has both names. */
const flattened = (as: string, by: string, nameOf: (outer: string, inner: string) => string): Coercion =>
  rule(as, by, ([name, value]: ObjectMember) =>
    isObject(value)
      ? Object.entries(value)
          .map(([inner, own]) => member(nameOf(name, inner), own))
          .join()
      : undefined,
  )

/**
 * Rules for a member that has to be present: in what they write, an object lacks it. Other names and other objects
 * alternate, so that a member that is written in two forms is written in one of each.
 */
const ofMembers = [
  renamed('with a capital letter', 'Go encoding/json, .NET JsonSerializerDefaults.Web', (name) =>
    name.replace(/^./, (letter) => letter.toUpperCase()),
  ),
  inside('JavaScript Object.assign, co-body', '__proto__'),
  renamed('with a long s', 'Go encoding/json', (name) => name.replace('s', 'ſ')),
  inside('JavaScript, deep copies', 'constructor', 'prototype'),
  renamed('in capital letters', 'Go encoding/json', (name) => name.toUpperCase()),
  inside('JSON:API', 'data', 'attributes'),
  renamed('in snake case', 'protobuf JSON', (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  inside('GraphQL', 'input'),
  renamed('followed by a zero byte', 'C strings', (name) => `${name}\u0000`),
  flattened('in dotted names', 'Spring, ASP.NET, lodash set', (outer, inner) => `${outer}.${inner}`),
  renamed('followed by brackets', 'PHP, qs', (name) => `${name}[]`),
  flattened('in names with brackets', 'PHP, qs, Rack', (outer, inner) => `${outer}[${inner}]`),
]

/** Rules for a number above its limit, which is a smaller one in so many bits. */
const ofLimits = [8, 16, 32].map((bits) =>
  value(
    `too large by 2^${bits}`,
    `a cast to ${bits} bits in C, Go and Rust`,
    (whole: number) => whole + 2 ** bits,
  ),
)

const ofPatterns = [value('with one slash', 'WHATWG URL parsers', (uri: string) => uri.replace('//', '/'))]

/** The rules of each kind. */
export const coercions = {
  uint64: ofUint64,
  uri: ofUris,
  'date-time': ofTimes,
  string: ofScalars,
  integer: ofIntegers,
  object: ofObjects,
  amount: ofAmounts,
  body: ofBodies,
  member: ofMembers,
  limit: ofLimits,
  pattern: ofPatterns,
} satisfies Readonly<Record<string, readonly Coercion[]>>

/** The thing that is coerced: a value of a format or type, a whole body, a member that has to be present, or what breaks a
 * limit or a pattern. */
export type CoercedKind = keyof typeof coercions

export function isCoercedKind(text: string): text is CoercedKind {
  return Object.hasOwn(coercions, text)
}
