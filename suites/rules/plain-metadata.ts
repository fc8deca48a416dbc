import { ExactNumber, isObject } from '../../src/core/json.ts'

/** The deepest nesting of plain values. Deeper values may be refused or cut where they are stored. */
const deepest = 20

const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** Printable ASCII. Other characters may be normalised, or removed because they are not visible. */
const plainText = /^[ -~]*$/

/**
 * Returns true if metadata is an object of values that every server can store and return: printable ASCII, numbers that
 * fit into a double, no names that mean something to a language, and no deep nesting.
 */
export function isPlainMetadata(value: unknown): value is Record<string, unknown> {
  return isObject(value) && isPlain(value, deepest)
}

export function isOddMetadata(value: unknown): boolean {
  return isObject(value) && !isPlain(value, deepest)
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return plainText.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (value instanceof ExactNumber || depth === 0) return false
  return Object.entries(value).every(
    ([name, inner]) => !reservedNames.includes(name) && plainText.test(name) && isPlain(inner, depth - 1),
  )
}
