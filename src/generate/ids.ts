import fc from 'fast-check'
import { anyText } from './json-values.ts'

/** Percent-encodes every byte, valid UTF-8 or not. */
const percentEncoded = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')

const encodedText = anyText.map((text) => encodeURIComponent(text))
const encodedBytes = fc.uint8Array({ minLength: 1, maxLength: 24 }).map(percentEncoded)
const longText = fc
  .tuple(fc.constantFrom('a', '9', 'f', '-', '%00', '%C3%A9'), fc.integer({ min: 200, max: 600 }))
  .map(([part, count]) => part.repeat(count).slice(0, part.length * Math.floor(2000 / part.length)))

/** Texts that a careless server takes for a path, a query, a format or one of its own names. */
export const oddTexts: readonly string[] = [
  '%00',
  '%0D%0A',
  '%09',
  '%25',
  '%5C',
  '%2F%2F',
  '%3F',
  '%23',
  '%FF',
  '%C0%AE%C0%AE',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '..%2F..%2F..%2Fetc%2Fpasswd',
  "'%20OR%20'1'%3D'1",
  '%24%7B7*7%7D',
  '%7B%22%24ne%22%3Anull%7D',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '*',
]

/** Generates an encoded path segment that no server uses as an id. Each has a character that does not occur in ids. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  encodedText.map((text) => `${text}%F0%9F%92%B8`),
  encodedBytes.map((text) => `%00${text}`),
  encodedBytes.map((text) => `${text}%FF`),
  fc
    .array(fc.constantFrom('%2F', '%5C', '%2E', '..', 'a', '%3B', '%20'), { minLength: 2, maxLength: 8 })
    .map((parts) => `${parts.join('')}%2F%20x`),
  longText.map((text) => `${text}%20`),
)

/** Generates an encoded query parameter value with arbitrary bytes. */
export const oddQueryValue: fc.Arbitrary<string> = fc.oneof(
  encodedText,
  encodedBytes,
  longText,
  fc.base64String({ minLength: 4, maxLength: 40 }).map(encodeURIComponent),
  fc.stringMatching(/^[A-Za-z0-9._~+-]{1,40}$/),
)

/** Texts that are no count from 1 to 100, or barely one. */
export const oddCounts: readonly string[] = [
  '',
  '0',
  '-1',
  '1.5',
  '1e2',
  '0x10',
  '%2B1',
  '%201',
  '01',
  '101',
  '2147483648',
  '9007199254740993',
  '18446744073709551616',
  'NaN',
  'Infinity',
  'null',
  'true',
  '%D9%A2',
  '%EF%BC%92',
  '1,2',
]

export const oddCount: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 101, max: 2 ** 31 - 1 }).map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true }).map((value) => encodeURIComponent(String(value))),
  oddQueryValue,
)
