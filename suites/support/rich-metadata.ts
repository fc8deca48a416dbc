import type { Answer } from '../../src/http/answers/answer.ts'
import { isRefused } from '../../src/http/answers/answer.ts'

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
  'line\u2028separator': '\u2029\u0085\u200b\u202e\ufeff',
  '👩‍👩‍👧‍👦': '🇪🇺',
  quotes: '\\ " \' / < > & % \t \n \r',
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

/**
 * Sends metadata with further texts. A server may limit what it keeps. If it refuses, the metadata is sent without
 * them. Returns what was sent last.
 */
export async function sendWithTexts<T extends { paid: Answer }>(
  metadata: Metadata,
  further: Metadata,
  send: (metadata: Metadata) => Promise<T>,
): Promise<T & { sent: Metadata }> {
  const rich = { ...metadata, ...further }
  const first = await send(rich)
  return isRefused(first.paid) ? { ...(await send(metadata)), sent: metadata } : { ...first, sent: rich }
}
