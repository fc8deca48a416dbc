import type { Answer } from '../../src/http/answer.ts'
import { isRefused } from '../../src/http/answer.ts'

type Metadata = Record<string, unknown>

/** Beyond ASCII, and beyond the basic plane. */
const alphabets = { latin: 'é', clef: '𝄞' }

/** Texts of so many characters, as values and as keys. */
const lengthsOf = (lengths: readonly number[]): Metadata =>
  Object.fromEntries([
    ...lengths.map((length) => [`value ${length}`, 'x'.repeat(length)]),
    ...lengths.filter((length) => length <= 1000).map((length) => [`k${'x'.repeat(length)}`, length]),
    ...Object.entries(alphabets).flatMap(([name, letter]) => [
      [`${name} ${letter}`, `${letter} in a text`],
      [`${name} 100`, letter.repeat(100)],
      [letter.repeat(100), name],
    ]),
  ])

/** Texts of 0 to 1,001 characters; one of 10,000 too. */
export const texts: Metadata = lengthsOf([0, 1, 100, 1000, 1001])
export const longTexts: Metadata = { ...texts, ...lengthsOf([10_000]) }

/**
 * Sends metadata with further texts. A server may have a limit of its own on what it keeps: if it refuses them, the metadata
 * alone is sent. Gives what was sent last.
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
