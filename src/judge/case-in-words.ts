import { isObject } from '../core/json.ts'

const longest = 40

/**
 * A case of a check as a note names it: `a year ago`, `lists depth 30`, `first -1`. Lists and objects in it are left out.
 * Undefined if there is none, or if it has no name: a sequence of steps.
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

/** Words as they are; what could be mistaken for punctuation of the note is in quotation marks. */
const scalar = (value: unknown): string => {
  if (typeof value === 'string' && /^[\p{L}\d+./_*-][\p{L}\d +./=_*-]*$/u.test(value)) return cut(value)
  return cut(JSON.stringify(value) ?? '')
}

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
