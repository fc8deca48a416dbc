import { randomUUID } from 'node:crypto'
import { compareNumber, parse } from 'lossless-json'
import { paddingOf } from './padding.ts'

/** A JSON number that a double cannot hold, as its text. It compares with nothing but its text. */
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

/** Deeper than any honest answer; whoever walks over the value has to have stack left. */
const maxDepth = 1000

/**
 * The value of a JSON text, or undefined where it is none or nested too deeply. A number that would be altered
 * by a double is an ExactNumber; of a key given twice the last counts; every key is the object's own.
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

/** A number of 16 digits or with an exponent, or what looks like one: few texts have to be gone over. */
const longNumber = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** What looks like such a number may stand within a text. To look at each takes less memory than a copy with none replaced. */
const holdsExactNumber = (text: string): boolean => {
  for (const [found] of text.matchAll(stringsAndNumbers)) if (isExactNumber(found)) return true
  return false
}

const isExactNumber = (found: string): boolean =>
  !found.startsWith('"') && typeof parseNumber(found) !== 'number'

/** Put before a number to make a string of it. No server can know it. */
const mark = randomUUID()

const unmarked = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value

const parseNumber = (text: string): number | ExactNumber => {
  const value = Number(text)
  return Number.isFinite(value) && compareNumber(text, String(value)) === 0 ? value : new ExactNumber(text)
}

/** Whether a key stands twice in an object of a JSON text, with two values: it is up to the reader which one counts. */
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

/** Tells each bracket of a JSON text, outside of strings: how deep what it opens or closes is. Until it is told false. */
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

/** More brackets than a member of any honest resource opens: a megabyte of them takes thirty in memory, and as long to parse. */
const mostBrackets = 5000

/**
 * Replaces each member that opens more than `mostBrackets` brackets by their number. Equal members stay equal, in a resource as
 * in an item of a page, and a list stays a list. Whether the replaced text was JSON is not looked at.
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

/** Whether so many brackets open that they may be nested too deeply: most texts have few. */
const opensMoreThan = (text: string, most: number): boolean => {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && left >= 0; at = text.indexOf(bracket, at + 1)) left--
  }
  return left < 0
}

/**
 * A value that `parseJson` gave, as text to show or to compare: a text as it stands, anything else as JSON. Nothing
 * that a server sends makes it throw, as String(value) does for an object with a toString of its own.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.text
  return JSON.stringify(value) ?? 'absent'
}

/** Whether two values that `parseJson` gave are the same JSON value; members in any order, numbers by their worth. */
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

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
