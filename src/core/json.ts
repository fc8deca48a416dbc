import { randomUUID } from 'node:crypto'
import { compareNumber, parse } from 'lossless-json'

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A JSON number that a double cannot represent, kept as its text. It compares only by this text. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }

  toJSON(): string {
    return this.text
  }
}

/**
 * The deepest nesting that is accepted, far more than any honest response has. Code that walks over the value needs
 * stack too.
 */
const maxDepth = 1000

/**
 * Parses a JSON text. Returns undefined if it is invalid or nested too deeply. A number that a double would alter
 * becomes an ExactNumber. The last value of a repeated key counts. Every key is an own property of its object.
 */
export function parseJson(padded: string): unknown {
  const text = padded.slice(0, paddingOf(padded))
  if (isTooDeep(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!longNumber.test(text) || !holdsExactNumber(text)) return value
    const marked = text.replace(stringsAndNumbers, (found) =>
      isExactNumber(found) ? `"${mark}${found}"` : found,
    )
    return JSON.parse(marked, (_, inner) => unmarked(inner))
  } catch {
    return undefined
  }
}

/** Parses a JSON text as JSON.parse does. Returns undefined if it is invalid. */
export function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the number of characters after which a text is no JSON any more, or undefined if it is not known. */
export function jsonBreaksAfter(text: string): number | undefined {
  if (isTooDeep(text)) return undefined
  try {
    parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue, parseNumber: String })
    return undefined
  } catch (error) {
    const [, at] = /at position (\d+)$/.exec(String(error)) ?? []
    return at === undefined ? undefined : Number(at)
  }
}

/** Matches a number of 16 digits or with an exponent, or anything that looks like one. Few texts need the slow path. */
const longNumber = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/**
 * Confirms that there is an exact number, since a text may contain what looks like one. Testing each match takes less
 * memory than a copy of the text in which nothing is replaced.
 */
const holdsExactNumber = (text: string): boolean => {
  for (const [found] of text.matchAll(stringsAndNumbers)) if (isExactNumber(found)) return true
  return false
}

const isExactNumber = (found: string): boolean =>
  !found.startsWith('"') && typeof parseNumber(found) !== 'number'

/** A prefix that turns a number into a string. It is random, so no server can know it. */
const mark = randomUUID()

const unmarked = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value

const parseNumber = (text: string): number | ExactNumber => {
  const value = Number(text)
  return Number.isFinite(value) && compareNumber(text, String(value)) === 0 ? value : new ExactNumber(text)
}

/**
 * Returns true if an object in a JSON text has a key twice with different values. Readers differ in which one counts.
 */
export function repeatsKeys(text: string): boolean {
  let repeats = false
  const onDuplicateKey = ({ newValue }: { newValue: unknown }): unknown => {
    repeats = true
    return newValue
  }
  if (!isTooDeep(text)) parse(text, null, { parseNumber, onDuplicateKey })
  return repeats
}

const isTooDeep = (text: string): boolean => {
  if (text.length <= maxDepth || !opensMoreThan(text, maxDepth)) return false
  let isDeeper = false
  eachBracket(text, (depth) => {
    isDeeper = depth > maxDepth
    return !isDeeper
  })
  return isDeeper
}

/**
 * Visits each bracket of a JSON text outside of strings, with the depth of what it opens or closes. Stops when `goesOn`
 * returns false.
 */
const eachBracket = (text: string, goesOn: (depth: number, at: number, opens: boolean) => boolean): void => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') inString = !inString
    else if (inString && character === '\\') at++
    else if (!inString && (character === '[' || character === '{')) {
      if (!goesOn(++depth, at, true)) return
    } else if (!inString && (character === ']' || character === '}')) {
      if (!goesOn(depth--, at, false)) return
    }
  }
}

/**
 * The most brackets that a member of any honest resource opens. A megabyte of brackets takes thirty in memory, and as
 * long to parse.
 */
const mostBrackets = 5000

/**
 * Replaces each member that opens more than `mostBrackets` brackets by their number. Equal members stay equal, in a
 * resource as in an item of a page, and a list stays a list. The replaced text is not checked to be JSON.
 */
export function withoutHeavyMembers(text: string): string {
  if (!opensMoreThan(text, mostBrackets) || isTooDeep(text)) return text
  const pieces: string[] = []
  let from = 0
  let member: { at: number; depth: number; brackets: number } | undefined
  let isPage = false
  const holdsMembers = (depth: number, at: number): boolean => {
    if (depth === 2)
      isPage = text[at] === '[' && /"result"\s*:\s*$/.test(text.slice(Math.max(0, at - 50), at))
    return depth === 2 ? isPage : text[at] === '{' && (depth === 1 || (isPage && depth === 3))
  }
  eachBracket(text, (depth, at, opens) => {
    if (!member && opens && !holdsMembers(depth, at)) member = { at, depth, brackets: 0 }
    if (member && opens) member.brackets++
    if (!member || opens || depth > member.depth) return true
    if (member.brackets > mostBrackets) {
      const { brackets } = member
      pieces.push(
        text.slice(from, member.at),
        text[at] === ']' ? `[${brackets}]` : `{"brackets":${brackets}}`,
      )
      from = at + 1
    }
    member = undefined
    return true
  })
  return [...pieces, text.slice(from)].join('')
}

/** Counts brackets as a quick test for deep nesting. Most texts have few. */
const opensMoreThan = (text: string, most: number): boolean => {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && left >= 0; at = text.indexOf(bracket, at + 1)) left--
  }
  return left < 0
}

/**
 * Renders a value from `parseJson` to show or to compare it: a text as it is, anything else as JSON. Nothing that a
 * server sends makes it throw. String(value) would throw for an object with a toString of its own.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.text
  return JSON.stringify(value) ?? 'absent'
}

/** Compares two values from `parseJson` as JSON: members in any order, numbers by their numeric value. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (isNumeric(one) && isNumeric(other)) return compareNumber(String(one), String(other)) === 0
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
  }
  if (isMembers(one) && isMembers(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]))
    )
  }
  return one === other
}

const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** Returns true for an object of JSON. An ExactNumber is a number. */
export function isMembers(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof ExactNumber)
}

/** Returns the value at a path of keys, or undefined if there is none. */
export function valueAt(json: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), json)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value with the members of all objects in the order of their names, as a canonical form has them. */
export function withNamesSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNamesSorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, withNamesSorted(value[name])]))
}

/**
 * Returns the offset at which trailing white space can be cut off. The first few characters of it may belong to
 * something, so they are kept.
 */
export function paddingOf(text: string): number {
  return Math.min(text.length, text.trimEnd().length + 64)
}
