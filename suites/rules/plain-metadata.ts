import { ExactNumber, isObject } from '../../src/core/json.ts'

/** Deeper values may be refused, or cut, by whoever stores them. */
const deepest = 20

const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** The character U+0000, or half of a surrogate pair. */
const oddCharacter = /\0|\p{Surrogate}/u

/**
 * Whether metadata is an object of values that every reader of JSON can store and give back: without numbers that no
 * double holds, odd characters, names that mean something to a language, and deep nesting.
 */
export function isPlainMetadata(value: unknown): value is Record<string, unknown> {
  return isObject(value) && isPlain(value, deepest)
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !oddCharacter.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (value instanceof ExactNumber || depth === 0) return false
  return Object.entries(value).every(
    ([name, inner]) => !reservedNames.includes(name) && !oddCharacter.test(name) && isPlain(inner, depth - 1),
  )
}
