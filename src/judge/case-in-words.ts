import { isObject } from '../core/json.ts'

const longest = 40

/**
 * Names a case of a check for a note: `a year ago`, `lists depth 30`, `first -1`. Lists and objects in the case are
 * left out. Returns undefined if there is no case, or if it is a sequence of steps, which has no name.
 */
export function caseInWords(given: unknown): string | undefined {
  if (given === undefined || Array.isArray(given)) return undefined
  if (!isObject(given)) return scalar(given)
  const entries = Object.entries(given).filter(([, value]) => !isLarge(value))
  const [only, ...others] = entries
  if (only && others.length === 0) return `${only[0]} ${scalar(only[1])}`
  return entries
    .map(([name, value]) => (typeof value === 'string' ? scalar(value) : `${name} ${scalar(value)}`))
    .join(' ')
}

const isLarge = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Writes words as they are. A text that could be mistaken for punctuation of the note is put in quotation marks. */
const scalar = (value: unknown): string => {
  if (typeof value === 'string' && /^[\p{L}\d+./_*-][\p{L}\d +./=_*-]*$/u.test(value)) return cut(value)
  return cut(JSON.stringify(value) ?? '')
}

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
