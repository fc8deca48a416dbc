import type { KeyPath } from './problem.ts'

/** A key or an item whose indentation fits nothing around it. */
export interface WrongIndentation {
  /** The path that it has at the indentation that was probably meant. */
  path: KeyPath
  found: number
  meant: number
  /** The key or the index that has this indentation. */
  like: string | number
  /** Set if it is indented below `like`, which already has a value. */
  isBelowValue: boolean
}

/** The latest key of an open mapping, or the latest item of an open list. */
interface OpenLevel {
  indent: number
  /** The key, or the index of the item. */
  name: string | number
  /** Set if nothing can stand below. */
  hasValue: boolean
}

/**
 * Finds wrong indentation by line. The YAML parser itself often reports it at the line before. Reads no further than
 * brackets or quotes that stay open at the end of a line.
 */
function wrongIndentations(text: string): Map<number, WrongIndentation> {
  const wrong = new Map<number, WrongIndentation>()
  let levels: readonly OpenLevel[] = []
  let block = Number.POSITIVE_INFINITY
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/\S/)
    if (indent < 0 || line[indent] === '#' || indent > block) continue
    if (staysOpen(line)) break
    block = /[:-] +[|>][-+0-9]*\s*$/.test(line) ? indent : Number.POSITIVE_INFINITY
    for (const level of levelsIn(line)) {
      const placed = place(level, levels)
      if (placed.wrong && !wrong.has(index + 1)) wrong.set(index + 1, placed.wrong)
      levels = placed.levels
    }
  }
  return wrong
}

const staysOpen = (line: string): boolean => {
  const count = (characters: RegExp): number => line.match(characters)?.length ?? 0
  return count(/[[{]/g) !== count(/[\]}]/g) || count(/"/g) % 2 === 1 || count(/'/g) % 2 === 1
}

/** Returns the items and the key that begin in a line. */
const levelsIn = (line: string): OpenLevel[] => {
  const [before = ''] = /^ *(?:- +|-$)*/.exec(line) ?? []
  const rest = line.slice(before.length)
  const [, key, value = ''] = /^["']?([A-Za-z][\w-]*)["']?:(?:\s+(.*))?$/.exec(rest) ?? []
  const items = [...before.matchAll(/-/g)].map(
    ({ index }): OpenLevel => ({ indent: index, name: 0, hasValue: key === undefined && rest !== '' }),
  )
  return key === undefined
    ? items
    : [...items, { indent: before.length, name: key, hasValue: /^[^#]/.test(value) }]
}

/** Orders levels. A list may begin in the column of its key. */
const depthOf = ({ indent, name }: OpenLevel): number => indent + (typeof name === 'number' ? 0.5 : 0)

interface IndentedLine {
  levels: readonly OpenLevel[]
  wrong?: WrongIndentation
}

/** Puts a level beside or below the open ones. If it fits nowhere, puts it where it was probably meant. */
const place = (level: OpenLevel, levels: readonly OpenLevel[]): IndentedLine => {
  const open = levels.filter((one) => depthOf(one) <= depthOf(level))
  const above = open.at(-1)
  if (above && depthOf(above) === depthOf(level)) return { levels: beside(above, level, levels) }
  const isBelowValue = open.length === levels.length && above?.hasValue === true
  const like = open.length === levels.length && !isBelowValue ? undefined : likeliest(level, levels)
  if (!like) return { levels: [...open, level] }
  const meant = beside(like, level, levels)
  const path = meant.map(({ name }) => name)
  const found = { found: level.indent, meant: like.indent, like: like.name }
  return { levels: meant, wrong: { path, ...found, isBelowValue: isBelowValue && like === above } }
}

/** Returns the nearest open level of the same kind. Of two that are equally near, the inner one. */
const likeliest = (level: OpenLevel, levels: readonly OpenLevel[]): OpenLevel | undefined => {
  const distance = ({ indent }: OpenLevel): number => Math.abs(indent - level.indent)
  return levels
    .filter(({ name }) => typeof name === typeof level.name)
    .toReversed()
    .sort((a, b) => distance(a) - distance(b))[0]
}

const beside = (
  like: OpenLevel,
  { name, hasValue }: OpenLevel,
  levels: readonly OpenLevel[],
): OpenLevel[] => [
  ...levels.slice(0, levels.indexOf(like)),
  { indent: like.indent, name: typeof like.name === 'number' ? like.name + 1 : name, hasValue },
]

/** A wrong indentation in words. */
interface IndentationFlaw {
  line: number
  indent: number
  path: KeyPath
  words: readonly [fact: string, next: string]
}

/** Returns true for a key of the schema. Any other key may be a value. */
type IsKnown = (key: string) => boolean

/**
 * Returns a function that finds wrong indentation in a reported line. If the line itself is fine, the function looks at
 * the next line with content, because the parser may report the line before the flaw.
 */
export function indentationFlaws(
  text: string,
  isKnown: IsKnown,
): (line: number) => IndentationFlaw | undefined {
  const wrong = wrongIndentations(text)
  const texts = text.split('\n')
  const after = (line: number): number => {
    let next = line + 1
    while (/^\s*(?:#|$)/.test(texts[next - 1] ?? 'end')) next++
    return next
  }
  return (reported) => {
    const line = wrong.has(reported) ? reported : after(reported)
    const found = wrong.get(line)
    return found && { line, indent: found.found, path: found.path, words: wordsOf(found, isKnown) }
  }
}

const wordsOf = (
  { found, meant, like, isBelowValue }: WrongIndentation,
  isKnown: IsKnown,
): IndentationFlaw['words'] => {
  const before = typeof like === 'number' ? 'the item before it' : 'the key before it'
  const other = typeof like === 'string' && isKnown(like) ? like : before
  return [
    isBelowValue
      ? `indented below ${other}, which already has a value`
      : `begins in column ${found + 1}, which fits nothing around it`,
    `begin it in column ${meant + 1}, like ${other}`,
  ]
}
