import { type WrongIndentation, wrongIndentations } from './indentation.ts'
import type { KeyPath } from './problem.ts'

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
