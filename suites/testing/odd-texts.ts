import fc from 'fast-check'

/** Texts that no server should show in the place of an id, a cursor, a date or an amount. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '/',
  '//',
  '..',
  '?',
  '#',
  '%',
  '%zz',
  '%00',
  '\\',
  'a\\b',
  '"',
  '\u0000',
  '\r\nx-owned: 1\r\n\r\n',
  '\t',
  '\u007f',
  '\ud800',
  '\u2028\u202e\ufeff',
  'é\u{1f600}',
  'data:',
  'data:text/html,alert(1)',
  'http://',
  'http://[',
  'http:///x',
  'http://127.0.0.1:99999/quotes/1',
  'http://user:pass@127.0.0.1/quotes/1?a=b#c',
  'https://wallet.example/incoming-payments/',
  '//wallet.example/quotes/1',
  'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  '__proto__',
  'toString',
  'x'.repeat(10_000),
  'é'.repeat(10_000),
  '-1',
  '18446744073709551616',
  '9'.repeat(10_000),
  '1e400',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T99:99:99Z',
  'GNAP as_uri=',
]

const control = Array.from({ length: 33 }, (_, code) => String.fromCharCode(code))

/** Any Unicode, any control character, and the texts above. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...control), maxLength: 10 }),
)

/** The place of an odd text relative to the text before it was changed. */
export type How = 'instead' | 'behind' | 'before'

export const how: fc.Arbitrary<How> = fc.constantFrom('instead', 'behind', 'before')

export function changedText(before: string, odd: string, how: How): string {
  return { instead: odd, behind: before + odd, before: odd + before }[how]
}
