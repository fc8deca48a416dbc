import { type Answer, isRefused } from '../../src/http/answers/answer.ts'

type Metadata = Record<string, unknown>

/** Returns texts of these lengths, as values and as keys. */
const lengthsOf = (lengths: readonly number[]): Metadata =>
  Object.fromEntries([
    ...lengths.map((length) => [`value ${length}`, 'x'.repeat(length)]),
    ...lengths.filter((length) => length <= 1000).map((length) => [`k${'x'.repeat(length)}`, length]),
  ])

/** A letter beyond ASCII, and one beyond the basic plane. */
const alphabets = { latin: 'é', clef: '𝄞' }

/**
 * Characters of each of the seventeen planes, and characters that can be written in several ways, in values and in
 * keys.
 */
export const unicode: Metadata = {
  planes: Array.from({ length: 17 }, (_, plane) =>
    String.fromCodePoint(plane * 0x10000 + 0x00e9, plane * 0x10000 + 0xf000),
  ),
  composed: 'Caf\u00e9',
  decomposed: 'Cafe\u0301',
  'a decomposed key, cafe\u0301': 'composed',
  'line\u2028separator': '\u2029\u0085\u200b\u202e\ufeff',
  '👩‍👩‍👧‍👦': '🇪🇺',
  quotes: '\\ " \' / < > & % \t \n \r',
  lines: 'a\r\nb\rc\nd ',
  ...Object.fromEntries(
    Object.entries(alphabets).flatMap(([name, letter]) => [
      [`${name} ${letter}`, `${letter} in a text`],
      [`${name} 100`, letter.repeat(100)],
      [letter.repeat(100), name],
    ]),
  ),
}

/** Texts of 0 to 1,001 characters, and the same with one of 10,000. */
export const texts: Metadata = lengthsOf([0, 1, 100, 1000, 1001])
export const longTexts: Metadata = { ...texts, ...lengthsOf([10_000]) }

const nested = (depth: number): unknown => (depth === 0 ? 'the deepest value' : { in: nested(depth - 1) })

/** More members, items of a list and levels of nesting than most people need. */
export const many: Metadata = {
  ...Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`member ${place}`, place])),
  items: Array.from({ length: 120 }, (_, place) => place),
  levels: nested(18),
}

/** Values of several types under unusual keys. A server may limit the number of keys, their depth and the size of metadata. */
export const short: Metadata = { 'order.id': 12.5, $ref: null, 'items[0]': ['007', {}] }

/**
 * Sends the first of these, the richest, and while the server refuses, the next: it may limit what it keeps. Returns what
 * was sent last.
 */
export async function sendRichest<M extends Metadata, T extends { paid: Answer }>(
  [richest = {} as M, ...poorer]: readonly M[],
  send: (metadata: M) => Promise<T>,
): Promise<T & { sent: M }> {
  const came = await send(richest)
  return poorer.length > 0 && isRefused(came.paid) ? sendRichest(poorer, send) : { ...came, sent: richest }
}
