import fc from 'fast-check'
import { anyText, ofOtherType } from './json-values.ts'

/** A body that is not a JSON object, described by a short JSON value. */
export type NoObject =
  | { text: string }
  /** The first characters of the valid body: this many, or all but the last if it is shorter. */
  | { begins: number }
  /** Number of nested lists. */
  | { lists: number }
  /** The valid body with this text behind it. */
  | { behind: string }

/** Bodies without anything of the valid one. */
export const noObjects: readonly NoObject[] = [{ text: '' }, { text: 'null' }, { lists: 40_000 }]

export const noObject: fc.Arbitrary<NoObject> = fc.oneof(
  ofOtherType('object').map((value) => ({ text: JSON.stringify(value) })),
  anyText.filter((text) => !/^\s*\{/.test(text)).map((text) => ({ text })),
  fc.integer({ min: 1, max: 500 }).map((begins) => ({ begins })),
  fc.constantFrom(']', 'x', '"', '0', ':').map((behind) => ({ behind })),
)

/** Returns the bytes of the body, made from the valid body `whole`. */
export function textOf(given: NoObject, whole: unknown): Uint8Array {
  const text = JSON.stringify(whole)
  if ('text' in given) return Buffer.from(given.text)
  if ('lists' in given) return Buffer.from('['.repeat(given.lists) + ']'.repeat(given.lists))
  if ('begins' in given) return Buffer.from(text.slice(0, Math.min(given.begins, text.length - 1)))
  return Buffer.from(text + given.behind)
}
