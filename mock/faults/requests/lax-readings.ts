import { parse } from 'yaml'
import {
  asAmount,
  asObject,
  asText,
  isScale,
  isUint64,
  isUri,
  maxAssetScale,
  parsedBody,
} from '../../core/json.ts'
import { dateTimeOf } from '../../core/time.ts'

/** A way in which a lax decoder reads an invalid value of a field. If it cannot read it, its result is not valid. */
export interface LaxReading {
  id: string
  /** The thing that is read, as the object of `reads`. */
  says: string
  reads: (given: unknown) => unknown
}

const reading = (id: string, says: string, reads: LaxReading['reads']): LaxReading => ({ id, says, reads })

/** A reading of texts only. */
const ofText = (id: string, says: string, reads: (text: string) => unknown): LaxReading =>
  reading(id, says, (given) => (typeof given === 'string' ? reads(given) : undefined))

/** A reading of the only member of an object. */
const wrapped = (id: string, says: string, name: string): LaxReading =>
  reading(id, says, (given) => asObject(given)?.[name])

const parsed = (text: string): unknown => parsedBody(Buffer.from(text))

const list = reading('list-of-one', 'a list of one as its item', (given) =>
  Array.isArray(given) && given.length === 1 ? given[0] : undefined,
)
const twice = ofText('decoded-twice', 'a text with JSON as that JSON', parsed)
const object = wrapped('value-object', 'an object with @value as the value', '@value')
const line = ofText('line', 'a text without the new line at its end', (text) => text.replace(/\n$/, ''))
const cString = ofText('c-string', 'a text up to a zero byte', (text) => text.split('\0', 1)[0])

const texts = [list, twice, object, line, cString]

const digitsIn = (text: string): string | undefined => {
  const digits = text.trim().replace(/^\+/, '').replaceAll('_', '')
  return digits.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
}

/** Unicode has the digits of every script in blocks that begin where the code is a multiple of ten above the block. */
const digitOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

const bigIntOf = (text: string): bigint | undefined => {
  try {
    return BigInt(text)
  } catch {
    return undefined
  }
}

const uint64Readings = [
  ...texts,
  reading('number', 'a number as its digits', (given) =>
    typeof given === 'number' ? String(given) : undefined,
  ),
  ofText('js-number', 'what JavaScript Number() reads', (text) => String(Number(text || 'x'))),
  ofText('js-parse-int', 'what JavaScript parseInt() reads', (text) => String(Number.parseInt(text, 10))),
  ofText('js-big-int', 'what JavaScript BigInt() reads', (text) => bigIntOf(text || 'x')?.toString()),
  ofText('python-int', 'what Python int() reads', digitsIn),
  ofText('thousands', 'thousands separators', (text) => text.replaceAll(',', '')),
  ofText('strtoull', 'a number modulo 2^64', (text) =>
    /^-?\d+$/.test(text) ? BigInt.asUintN(64, BigInt(text)).toString() : undefined,
  ),
  wrapped('extended-json', 'an object with $numberLong as the number', '$numberLong'),
]

const integerReadings = [
  list,
  object,
  ofText('text', 'a text of digits as the number', (text) => (/^\d+$/.test(text) ? Number(text) : undefined)),
  ofText('js-number', 'what JavaScript Number() reads', (text) => Number(text || 'x')),
  ofText('js-parse-int', 'what JavaScript parseInt() reads', (text) => Number.parseInt(text, 10)),
  reading('fraction', 'a fraction without its decimals', (given) =>
    typeof given === 'number' || typeof given === 'string' ? Math.trunc(Number(given)) : undefined,
  ),
  wrapped('extended-json', 'an object with $numberInt as the number', '$numberInt'),
].map(({ reads, ...one }) => ({ ...one, reads: (given: unknown) => numberIn(reads(given)) }))

const numberIn = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value)

const limitReadings = [
  reading('modulo-256', 'a number modulo 256', (given) => (isScale(given) ? given % 256 : undefined)),
]

const whatwg = ofText('whatwg', 'what the WHATWG URL parser reads', (text) =>
  URL.canParse(text) ? new URL(text).href : undefined,
)

const uriReadings = [
  ...texts,
  wrapped('node', 'an object with @id as the URL', '@id'),
  wrapped('link', 'an object with href as the URL', 'href'),
  whatwg,
  ofText('angle-brackets', 'a URL in angle brackets', (text) => /^<(.*)>$/.exec(text)?.[1]),
  ofText('no-scheme', 'a URL without a scheme as one of http', (text) => text.replace(/^\/\//, 'http://')),
  ofText('escaped-slashes', 'escaped slashes as slashes', (text) => text.replaceAll('\\/', '/')),
  ofText('percent-decoded', 'a URL that is percent-encoded as a whole', (text) =>
    /^\w+%3a/i.test(text) ? decodeURIComponent(text) : undefined,
  ),
]

/** The latest time that a Date of JavaScript can hold. */
const latest = 8.64e15

const timeOf = (milliseconds: number): string | undefined =>
  Math.abs(milliseconds) <= latest ? new Date(milliseconds).toISOString() : undefined

const goTime = /^(\d{4}-\d\d-\d\dT)(\d\d?)(:\d\d:\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** Go takes an hour of one digit, a comma for the point, and an offset of any hours. */
const goTimeOf = (text: string): string | undefined => {
  const [, date, hour = '', clock, fraction = '0', sign = '', hours = '0', minutes = '0'] =
    goTime.exec(text) ?? []
  const local = `${date}${hour.padStart(2, '0')}${clock}`
  const instant = Date.parse(`${local}.${fraction}Z`)
  if (timeOf(instant)?.startsWith(local) !== true) return undefined
  return timeOf(instant - Number(`${sign}60000`) * (Number(hours) * 60 + Number(minutes)))
}

const timeReadings = [
  ...texts,
  reading('milliseconds', 'a number as milliseconds', (given) =>
    typeof given === 'number' ? timeOf(given) : undefined,
  ),
  reading('seconds', 'a number as seconds', (given) =>
    typeof given === 'number' ? timeOf(given * 1000) : undefined,
  ),
  ofText('digits', 'a text of digits as milliseconds', (text) =>
    /^\d+$/.test(text) ? timeOf(Number(text)) : undefined,
  ),
  ofText('short-offset', 'an offset without a colon', (text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  ofText('go-time', 'what Go time.Parse() reads', goTimeOf),
  ofText('js-date', 'what JavaScript Date.parse() reads', (text) => timeOf(Date.parse(text))),
  ofText('basic', 'the basic form of ISO 8601', (text) =>
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  ),
  ofText('asp-net', 'a date of ASP.NET', (text) => timeOf(Number(/^\/Date\((\d+)\)\/$/.exec(text)?.[1]))),
  wrapped('extended-json', 'an object with $date as the time', '$date'),
]

const amountReadings = [
  list,
  twice,
  reading('sequence', 'a list of the values', (given) => {
    const [value, assetCode, assetScale] = Array.isArray(given) ? given : []
    return { value, assetCode, assetScale }
  }),
  reading('pairs', 'a list of keys and values', (given) =>
    Array.isArray(given)
      ? Object.fromEntries(given.map((pair) => [asObject(pair)?.['Key'], asObject(pair)?.['Value']]))
      : undefined,
  ),
]

/** Readings of a text that is not JSON. */
export const bodyReadings = [
  ofText('trailing-data', 'the first value of a text', (text) =>
    parsed(text.slice(0, text.indexOf('}}') + 2)),
  ),
  ofText('prefix', 'a text from its first brace', (text) => parsed(text.slice(text.indexOf('{')))),
  ofText('comments', 'a text without its comments', (text) =>
    parsed(text.replace(/\/\*.*?\*\/|^\/\/.*\n/g, '')),
  ),
  ofText('single-quotes', 'single quotes', (text) => parsed(text.replaceAll("'", '"'))),
  ofText('bare-names', 'names without quotes', (text) =>
    parsed(text.replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')),
  ),
  ofText('last-comma', 'a comma after the last member', (text) => parsed(text.replace(/,\s*\}/g, '}'))),
  ofText('plus', 'a plus before a number', (text) => parsed(text.replace(/:\s*\+/g, ':'))),
  ofText('zeros', 'zeros before a number', (text) => parsed(text.replace(/:\s*0+(?=\d)/g, ':'))),
  ofText('nan', 'NaN', (text) => parsed(text.replace(/:\s*NaN/g, ':null'))),
  ofText('control-characters', 'a tab in a text', (text) => parsed(text.replaceAll('\t', '\\t'))),
  ofText('repaired', 'a text that lacks its last brace', (text) => parsed(`${text}}`)),
  ofText('yaml', 'YAML', yamlIn),
  { ...list, reads: (given: unknown) => list.reads(parsed(String(given))) },
  { ...twice, reads: (given: unknown) => twice.reads(parsed(String(given))) },
]

function yamlIn(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** The kinds of fields, each with its readings. A value that `fits` is read as it is. */
export const kinds: ReadonlyArray<{
  kind: string
  readings: readonly LaxReading[]
  fits: (given: unknown) => boolean
}> = [
  { kind: 'uint64', readings: uint64Readings, fits: isUint64 },
  { kind: 'uri', readings: uriReadings, fits: (given) => isUri(asText(given) ?? '') },
  {
    kind: 'pattern',
    readings: [whatwg],
    fits: (given) => !isUri(asText(given) ?? '') || /^https?:\/\//.test(asText(given) ?? ''),
  },
  {
    kind: 'date-time',
    readings: timeReadings,
    fits: (given) => dateTimeOf(asText(given) ?? '') !== undefined,
  },
  { kind: 'string', readings: [list, object], fits: (given) => typeof given === 'string' },
  { kind: 'integer', readings: integerReadings, fits: isScale },
  { kind: 'limit', readings: limitReadings, fits: (given) => isScale(given) && given <= maxAssetScale },
  { kind: 'Amount', readings: amountReadings, fits: (given) => asAmount(given) !== undefined },
]
